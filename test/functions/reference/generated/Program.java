package program;

import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** The 22 operations of the specification, by the client that OpenAPI Generator makes (library native). */
public class Program {
  static int steps = 0;

  static void done(String name, boolean isRight) {
    if (!isRight) throw new AssertionError(name);
    steps += 1;
    System.out.println(steps + " " + name);
  }

  public static void main(String[] none) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("API"));
    client.setRequestInterceptor(request -> request.header("api-key", System.getenv("KEY")));
    BusinessesApi businesses = new BusinessesApi(client);
    WebsitesApi websites = new WebsitesApi(client);
    CompetitorsApi competitors = new CompetitorsApi(client);
    WebhooksApi webhooks = new WebhooksApi(client);
    String email = "java" + System.nanoTime() + "@example.com";

    done("list plans", new PlansApi(client).listPlans(null).getData().size() == 1);
    OnboardInput onboard = new OnboardInput().email(email).firstName("Ada").lastName("Lovelace").languagePreference("en-GB")
        .business(new OnboardInputBusiness().businessName("Analytical Engines").hostname("engines.example.com")
            .addressLine1("1 Mill Street").city("Leeds").phoneNumber("+441132223344").countryCode("GB"));
    OnboardedUser user = new OnboardingApi(client).onboard(onboard, null).getData().getUser();
    done("onboard", user.getFirstName().equals("Ada"));
    ListUsersResult users = new UsersApi(client).listUsers(email, null, null, null);
    done("list users", users.getMeta().getTotal() == 1 && users.getData().get(0).getUuid().equals(user.getUuid()));
    UUID business = businesses.listBusinesses(user.getUuid(), null, null, null).getData().get(0).getUuid();
    done("list businesses", business != null);
    done("fetch business", businesses.fetchBusiness(business, null).getData().getName().equals("Analytical Engines"));
    CreateBusinessInput input = new CreateBusinessInput().name("Second").industry("Engines").products(List.of("loom"));
    CreateBusinessResult second = businesses.createBusiness(user.getUuid(), input, null);
    done("create business", second.getSuccess() && second.getData().getName().equals("Second"));
    UUID other = second.getData().getUuid();
    UpdateBusinessInput rename = new UpdateBusinessInput().name("Renamed");
    done("update business", businesses.updateBusiness(other, rename, null).getData().getName().equals("Renamed"));
    UUID listed = websites.listWebsites(business, null, null, null).getData().get(0).getUuid();
    done("list websites", listed != null);
    done("fetch website", websites.fetchWebsite(listed, null).getData().getIsHostnameUp());
    UUID website = websites.createWebsite(other, new CreateWebsiteInput().hostname("a.example.com"), null).getData().getUuid();
    done("create website", website != null);
    UpdateWebsiteInput move = new UpdateWebsiteInput().hostname("b.example.com");
    done("update website", websites.updateWebsite(website, move, null).getData().getHostname().equals("b.example.com"));
    CreateCompetitorInput rival = new CreateCompetitorInput().hostname("rival.example.com");
    UUID competitor = competitors.createCompetitor(business, rival, null).getData().getUuid();
    done("create competitor", competitor != null);
    done("list competitors", competitors.listCompetitors(business, null, null, null).getMeta().getTotal() == 1);
    done("fetch competitor", competitors.fetchCompetitor(competitor, null).getData().getIndustry().isEmpty());
    UpdateCompetitorInput city = new UpdateCompetitorInput().city("Leeds");
    done("update competitor", competitors.updateCompetitor(competitor, city, null).getData().getCity().equals("Leeds"));
    UUID ofFeed = UUID.fromString(System.getenv("BUSINESS"));
    UUID siteOfFeed = UUID.fromString(System.getenv("WEBSITE"));
    ListFeedItemsResult feed = new FeedItemsApi(client).listFeedItems(ofFeed, siteOfFeed, null, null, null, null, null, null);
    done("list feed items", feed.getData().get(0).getActualInstance() != null);
    CreateWebhookInput hook = new CreateWebhookInput().endpoint("https://hooks.example.com/in");
    UUID webhook = webhooks.createWebhook(hook, null).getData().getUuid();
    done("create webhook", webhook != null);
    done("list webhooks", webhooks.listWebhooks(null).getData().stream().anyMatch(each -> each.getUuid().equals(webhook)));
    done("delete webhook", webhooks.deleteWebhook(webhook, null).getSuccess());
    done("delete competitor", competitors.deleteCompetitor(competitor, null).getSuccess());
    done("delete website", websites.deleteWebsite(website, null).getSuccess());
    done("delete business", businesses.deleteBusiness(other, null).getSuccess());
  }
}
