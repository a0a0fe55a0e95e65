"""A session with the key, timeouts, retries and pages, which the other programs share."""

import os
import uuid
from collections.abc import Iterator
from urllib.parse import urljoin

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import MaxRetryError
from urllib3.util import Retry

LONGEST_WAIT_SECONDS = 60


class ShortRetry(Retry):
    """Returns the answer if Retry-After is longer than that, as for a second audit within the hour."""

    def increment(self, method=None, url=None, response=None, *more, _pool=None, **named):
        if response and (self.get_retry_after(response) or 0) > LONGEST_WAIT_SECONDS:
            raise MaxRetryError(_pool, url)
        return super().increment(method, url, response, *more, _pool=_pool, **named)


class ResellerApi(requests.Session):
    def __init__(self, url: str, key: str):
        super().__init__()
        self.url = url.rstrip("/") + "/"
        self.headers["api-key"] = key
        # Retry-After is honoured. 409: the first POST with this key is still being processed.
        retries = ShortRetry(
            total=4,
            backoff_factor=0.5,
            status_forcelist=[409, 429, 502, 503, 504],
            allowed_methods=["GET", "POST", "PATCH", "DELETE"],
            raise_on_status=False,
        )
        self.mount(self.url, HTTPAdapter(max_retries=retries))

    def request(self, method, path, **options):
        url = urljoin(self.url, path)
        # Never sends the key elsewhere, whatever a page or a redirect says.
        if not url.startswith(self.url):
            raise ValueError(f"{url} is not the service")
        options.update(timeout=30, allow_redirects=False)
        if method == "POST":
            # The same key in each attempt, so that the service does it once.
            options["headers"] = {"idempotency-key": str(uuid.uuid4())} | (options.get("headers") or {})
        for _ in range(4):
            try:
                return super().request(method, url, **options)
            except requests.exceptions.ChunkedEncodingError:
                # The answer was cut off, which Retry does not notice: ask again.
                pass
        return super().request(method, url, **options)

    def items(self, path: str, **query: str) -> Iterator[dict]:
        """The records of a list, over all its pages."""
        while path:
            answer = self.get(path, params=query)
            answer.raise_for_status()
            page = answer.json()
            yield from page["data"]
            # Plans and webhooks are answered whole, of feed items the newest 100, without meta.
            path, query = page.get("meta", {}).get("next_page_url"), {}


def connect() -> ResellerApi:
    return ResellerApi(os.environ.get("API", "http://localhost:3000"), os.environ["KEY"])
