/**
 * How each client of the acceptance suite connects to this server, as data. "aviary proxy-hint" and
 * docs/clients.md are generated from this data, and acceptance/clients/hints.test.ts runs the output of the
 * command.
 */

import type { ClientHint } from './client-hint.ts'
import { JAVASCRIPT_CLIENTS } from './javascript-clients.ts'

/** Environment variables that the code reads, each with the command that prints its value. */
export const HINT_CREDENTIALS = {
  BEARER_TOKEN: 'aviary app create',
  CONSUMER_KEY: 'aviary app create',
  CONSUMER_SECRET: 'aviary app create',
  ACCESS_TOKEN: 'aviary token create',
  ACCESS_TOKEN_SECRET: 'aviary token create',
  SCREEN_NAME: 'aviary user create',
} as const

const PYTHON = ['HTTPS_PROXY', 'REQUESTS_CA_BUNDLE'] as const

export const CLIENT_HINTS: readonly ClientHint[] = [
  {
    name: 'twarc',
    title: 'twarc 2',
    language: 'Python',
    code: 'sh',
    ways: [
      {
        by: 'proxy',
        variables: PYTHON,
        code: () => `twarc2 --bearer-token "$BEARER_TOKEN" user name "$SCREEN_NAME"`,
      },
    ],
  },
  {
    name: 'tweepy',
    title: 'tweepy',
    language: 'Python',
    code: 'python',
    file: 'try.py',
    ways: [
      {
        by: 'proxy',
        variables: PYTHON,
        note: 'The same variables serve `tweepy.API` and streams. `tweepy.API` also has the option `host`, for a server with TLS.',
        code: () => `import os
import tweepy

client = tweepy.Client(os.environ["BEARER_TOKEN"])
print(client.get_user(username=os.environ["SCREEN_NAME"]).data.id)`,
      },
    ],
  },
  ...JAVASCRIPT_CLIENTS,
  {
    name: 'go-twitter',
    title: 'dghubble/go-twitter',
    language: 'Go',
    code: 'go',
    file: 'main.go',
    ways: [
      {
        by: 'proxy',
        variables: ['HTTPS_PROXY', 'SSL_CERT_FILE'],
        code: () => `package main

import (
	"fmt"
	"log"
	"os"

	"github.com/dghubble/go-twitter/twitter"
	"github.com/dghubble/oauth1"
)

func main() {
	config := oauth1.NewConfig(os.Getenv("CONSUMER_KEY"), os.Getenv("CONSUMER_SECRET"))
	token := oauth1.NewToken(os.Getenv("ACCESS_TOKEN"), os.Getenv("ACCESS_TOKEN_SECRET"))
	client := twitter.NewClient(config.Client(oauth1.NoContext, token))
	user, _, err := client.Users.Show(&twitter.UserShowParams{ScreenName: os.Getenv("SCREEN_NAME")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(user.IDStr)
}`,
      },
    ],
  },
  {
    name: 'go-twitter-v2',
    title: 'g8rswimmer/go-twitter',
    language: 'Go',
    code: 'go',
    file: 'main.go',
    ways: [
      {
        by: 'address',
        variables: ['SSL_CERT_FILE'],
        code: (url) => `package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	twitter "github.com/g8rswimmer/go-twitter/v2"
)

type bearer string

func (token bearer) Add(request *http.Request) {
	request.Header.Add("Authorization", "Bearer "+string(token))
}

func main() {
	client := &twitter.Client{
		Authorizer: bearer(os.Getenv("BEARER_TOKEN")),
		Client:     http.DefaultClient,
		Host:       "${url}",
	}
	names := []string{os.Getenv("SCREEN_NAME")}
	found, err := client.UserNameLookup(context.Background(), names, twitter.UserLookupOpts{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Raw.Users[0].ID)
}`,
      },
    ],
  },
  {
    name: 'twitter4j',
    title: 'twitter4j 4',
    language: 'Java',
    code: 'java',
    file: 'Try.java',
    ways: [
      {
        by: 'address',
        variables: [],
        usesTrustStore: true,
        code: (url) => `import twitter4j.*;
import twitter4j.auth.AccessToken;
import twitter4j.conf.ConfigurationBuilder;

public class Try {
  public static void main(String[] args) throws Exception {
    ConfigurationBuilder settings =
        new ConfigurationBuilder()
            .setRestBaseURL("${url}/1.1/")
            .setStreamBaseURL("${url}/1.1/")
            .setUploadBaseURL("${url}/1.1/")
            .setOAuthConsumerKey(System.getenv("CONSUMER_KEY"))
            .setOAuthConsumerSecret(System.getenv("CONSUMER_SECRET"))
            .setOAuthAccessToken(System.getenv("ACCESS_TOKEN"))
            .setOAuthAccessTokenSecret(System.getenv("ACCESS_TOKEN_SECRET"));
    Twitter client = new TwitterFactory(settings.build()).getInstance();
    System.out.println(client.showUser(System.getenv("SCREEN_NAME")).getId());
  }
}`,
      },
    ],
  },
  {
    name: 'hbc',
    title: 'hbc',
    language: 'Java',
    code: 'java',
    file: 'Try.java',
    ways: [
      {
        by: 'address',
        variables: [],
        usesTrustStore: true,
        note: 'The program waits for the first post that contains the word "hello".',
        code: (url) => `import com.twitter.hbc.ClientBuilder;
import com.twitter.hbc.core.Client;
import com.twitter.hbc.core.endpoint.StatusesFilterEndpoint;
import com.twitter.hbc.core.processor.StringDelimitedProcessor;
import com.twitter.hbc.httpclient.auth.OAuth1;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class Try {
  public static void main(String[] args) throws Exception {
    BlockingQueue<String> messages = new LinkedBlockingQueue<>(1_000);
    Client client =
        new ClientBuilder()
            .hosts("${url}")
            .endpoint(new StatusesFilterEndpoint().trackTerms(List.of("hello")))
            .authentication(
                new OAuth1(
                    System.getenv("CONSUMER_KEY"),
                    System.getenv("CONSUMER_SECRET"),
                    System.getenv("ACCESS_TOKEN"),
                    System.getenv("ACCESS_TOKEN_SECRET")))
            .processor(new StringDelimitedProcessor(messages))
            .build();
    client.connect();
    System.out.println(messages.take());
    client.stop();
    System.exit(0);
  }
}`,
      },
    ],
  },
  {
    name: 'rtweet',
    title: 'rtweet 1',
    language: 'R',
    code: 'r',
    file: 'try.R',
    ways: [
      {
        by: 'proxy',
        variables: ['HTTPS_PROXY', 'CURL_CA_BUNDLE'],
        note: 'Debian builds curl with its own certificates, so the program also names the certificate file.',
        code: () => `library(rtweet)
httr::set_config(httr::config(cainfo = Sys.getenv("CURL_CA_BUNDLE")))
auth_as(rtweet_bot(
  api_key = Sys.getenv("CONSUMER_KEY"), api_secret = Sys.getenv("CONSUMER_SECRET"),
  access_token = Sys.getenv("ACCESS_TOKEN"), access_secret = Sys.getenv("ACCESS_TOKEN_SECRET")
))
cat(lookup_users(Sys.getenv("SCREEN_NAME"))$id_str)`,
      },
    ],
  },
]
