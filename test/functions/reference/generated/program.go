// The 22 operations of the specification, by the client that OpenAPI Generator makes.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

var steps = 0

func done(name string, err error, isRight bool) {
	if err != nil || !isRight {
		fmt.Println("failed:", name, err)
		os.Exit(1)
	}
	steps++
	fmt.Println(steps, name)
}

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("API")}}
	client := api.NewAPIClient(configuration)
	keys := map[string]api.APIKey{"apiKey": {Key: os.Getenv("KEY")}}
	ctx := context.WithValue(context.Background(), api.ContextAPIKeys, keys)
	email := fmt.Sprintf("go%d@example.com", time.Now().UnixNano())

	plans, _, err := client.PlansAPI.ListPlans(ctx).Execute()
	done("list plans", err, err == nil && len(plans.Data) == 1)
	owned := api.NewOnboardInputBusiness("Analytical Engines", "engines.example.com", "1 Mill Street", "Leeds", "+441132223344", "GB")
	onboarded, _, err := client.OnboardingAPI.Onboard(ctx).OnboardInput(*api.NewOnboardInput(email, "Ada", "Lovelace", "en-GB", *owned)).Execute()
	done("onboard", err, err == nil && onboarded.Data.User.FirstName == "Ada")
	user := onboarded.Data.User.Uuid
	users, _, err := client.UsersAPI.ListUsers(ctx).Email(email).Execute()
	done("list users", err, err == nil && users.Meta.Total == 1 && users.Data[0].Uuid == user)
	businesses, _, err := client.BusinessesAPI.ListBusinesses(ctx).UserUuid(user).Execute()
	done("list businesses", err, err == nil && len(businesses.Data) == 1)
	business := businesses.Data[0].Uuid
	fetched, _, err := client.BusinessesAPI.FetchBusiness(ctx, business).Execute()
	done("fetch business", err, err == nil && fetched.Data.Name == "Analytical Engines")
	second, _, err := client.BusinessesAPI.CreateBusiness(ctx).UserUuid(user).CreateBusinessInput(*api.NewCreateBusinessInput("Second", "Engines", []string{"loom"})).Execute()
	done("create business", err, err == nil && second.Success && second.Data.Name == "Second")
	rename := api.NewUpdateBusinessInput()
	rename.SetName("Renamed")
	renamed, _, err := client.BusinessesAPI.UpdateBusiness(ctx, second.Data.Uuid).UpdateBusinessInput(*rename).Execute()
	done("update business", err, err == nil && renamed.Data.Name == "Renamed")
	websites, _, err := client.WebsitesAPI.ListWebsites(ctx).BusinessUuid(business).Execute()
	done("list websites", err, err == nil && len(websites.Data) == 1)
	site, _, err := client.WebsitesAPI.FetchWebsite(ctx, websites.Data[0].Uuid).Execute()
	done("fetch website", err, err == nil && site.Data.IsHostnameUp)
	website, _, err := client.WebsitesAPI.CreateWebsite(ctx).BusinessUuid(second.Data.Uuid).CreateWebsiteInput(*api.NewCreateWebsiteInput("a.example.com")).Execute()
	done("create website", err, err == nil && website.Data.Hostname == "a.example.com")
	move := api.NewUpdateWebsiteInput()
	move.SetHostname("b.example.com")
	moved, _, err := client.WebsitesAPI.UpdateWebsite(ctx, website.Data.Uuid).UpdateWebsiteInput(*move).Execute()
	done("update website", err, err == nil && moved.Data.Hostname == "b.example.com")
	competitor, _, err := client.CompetitorsAPI.CreateCompetitor(ctx).BusinessUuid(business).CreateCompetitorInput(*api.NewCreateCompetitorInput("rival.example.com")).Execute()
	done("create competitor", err, err == nil && competitor.Data.Name == "rival.example.com")
	competitors, _, err := client.CompetitorsAPI.ListCompetitors(ctx).BusinessUuid(business).Execute()
	done("list competitors", err, err == nil && competitors.Meta.Total == 1)
	rival, _, err := client.CompetitorsAPI.FetchCompetitor(ctx, competitor.Data.Uuid).Execute()
	done("fetch competitor", err, err == nil && rival.Data.Industry == "")
	change := api.NewUpdateCompetitorInput()
	change.SetCity("Leeds")
	changed, _, err := client.CompetitorsAPI.UpdateCompetitor(ctx, competitor.Data.Uuid).UpdateCompetitorInput(*change).Execute()
	done("update competitor", err, err == nil && changed.Data.City == "Leeds")
	feed, _, err := client.FeedItemsAPI.ListFeedItems(ctx).BusinessUuid(os.Getenv("BUSINESS")).WebsiteUuid(os.Getenv("WEBSITE")).Execute()
	done("list feed items", err, err == nil && len(feed.Data) > 0)
	webhook, _, err := client.WebhooksAPI.CreateWebhook(ctx).CreateWebhookInput(api.CreateWebhookInput{Endpoint: api.PtrString("https://hooks.example.com/in")}).Execute()
	done("create webhook", err, err == nil && webhook.Data.Endpoint == "https://hooks.example.com/in")
	webhooks, _, err := client.WebhooksAPI.ListWebhooks(ctx).Execute()
	done("list webhooks", err, err == nil && len(webhooks.Data) > 0)
	gone, _, err := client.WebhooksAPI.DeleteWebhook(ctx, webhook.Data.Uuid).Execute()
	done("delete webhook", err, err == nil && gone.Success)
	goneToo, _, err := client.CompetitorsAPI.DeleteCompetitor(ctx, competitor.Data.Uuid).Execute()
	done("delete competitor", err, err == nil && goneToo.Success)
	offline, _, err := client.WebsitesAPI.DeleteWebsite(ctx, website.Data.Uuid).Execute()
	done("delete website", err, err == nil && offline.Success)
	closed, _, err := client.BusinessesAPI.DeleteBusiness(ctx, second.Data.Uuid).Execute()
	done("delete business", err, err == nil && closed.Success)
}
