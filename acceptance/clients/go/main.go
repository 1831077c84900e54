// Makes calls of dghubble/go-twitter and reports their results: keys and ids as JSON in, results by name as JSON out.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/dghubble/go-twitter/twitter"
	"github.com/dghubble/oauth1"
)

type input struct {
	Key, Secret, AccessToken, AccessSecret string
	Author, Star, Self                     string
	Root                                   int64 `json:",string"`
	RecipientID                            string
	Woeid                                  int64
}

type results map[string]any

func must[T any](value T, err error) T {
	if err != nil {
		log.Panic(err)
	}
	return value
}

// The libraries return the HTTP response too.
func body[T any, R any](value T, _ R, err error) T {
	return must(value, err)
}

func idsOf(tweets []twitter.Tweet) []string {
	ids := []string{}
	for _, tweet := range tweets {
		ids = append(ids, tweet.IDStr)
	}
	return ids
}

func namesOf(users []twitter.User) []string {
	names := []string{}
	for _, user := range users {
		names = append(names, user.ScreenName)
	}
	return names
}

func timelines(client *twitter.Client, in input, out results) {
	out["user timeline"] = idsOf(body(client.Timelines.UserTimeline(&twitter.UserTimelineParams{ScreenName: in.Author, Count: 200})))
	out["home timeline"] = idsOf(body(client.Timelines.HomeTimeline(&twitter.HomeTimelineParams{Count: 20})))
	out["mention timeline"] = idsOf(body(client.Timelines.MentionTimeline(&twitter.MentionTimelineParams{})))
	search := body(client.Search.Tweets(&twitter.SearchTweetParams{Query: "from:" + in.Author, Count: 100}))
	out["search"] = idsOf(search.Statuses)
}

func statuses(client *twitter.Client, in input, out results) {
	show := body(client.Statuses.Show(in.Root, &twitter.StatusShowParams{TweetMode: "extended"}))
	out["show"] = show.FullText
	out["lookup"] = idsOf(body(client.Statuses.Lookup([]int64{in.Root}, nil)))
	written := body(client.Statuses.Update("written in Go", nil))
	out["update"] = written.Text
	out["retweets"] = idsOf(body(client.Statuses.Retweets(in.Root, nil)))
	liked := body(client.Favorites.Create(&twitter.FavoriteCreateParams{ID: written.ID}))
	out["favorite"] = liked.Favorited
	out["unfavorite"] = body(client.Favorites.Destroy(&twitter.FavoriteDestroyParams{ID: written.ID})).Favorited
	out["destroy"] = body(client.Statuses.Destroy(written.ID, nil)).IDStr == written.IDStr
}

func users(client *twitter.Client, in input, out results) {
	out["verify credentials"] = body(client.Accounts.VerifyCredentials(nil)).ScreenName
	out["user"] = body(client.Users.Show(&twitter.UserShowParams{ScreenName: in.Star})).IDStr
	out["users"] = namesOf(body(client.Users.Lookup(&twitter.UserLookupParams{ScreenName: []string{in.Self, in.Star}})))
	out["friends"] = namesOf(body(client.Friends.List(&twitter.FriendListParams{ScreenName: in.Self})).Users)
	followers := 0
	for cursor := int64(-1); cursor != 0; {
		page := body(client.Followers.IDs(&twitter.FollowerIDParams{ScreenName: in.Star, Count: 500, Cursor: cursor}))
		followers += len(page.IDs)
		cursor = page.NextCursor
	}
	out["followers"] = followers
	out["friendship"] = body(client.Friendships.Show(&twitter.FriendshipShowParams{SourceScreenName: in.Self, TargetScreenName: in.Star})).Source.Following
	out["rate limits"] = body(client.RateLimits.Status(&twitter.RateLimitParams{Resources: []string{"users"}})).Resources.Users["/users/lookup"].Limit
}

func lists(client *twitter.Client, in input, out results) {
	list := body(client.Lists.Create("Go", &twitter.ListsCreateParams{Mode: "public"}))
	out["list"] = body(client.Lists.Show(&twitter.ListsShowParams{ListID: list.ID})).Name
	must(client.Lists.MembersCreate(&twitter.ListsMembersCreateParams{ListID: list.ID, ScreenName: in.Author}))
	out["list members"] = namesOf(body(client.Lists.Members(&twitter.ListsMembersParams{ListID: list.ID})).Users)
	out["list timeline"] = idsOf(body(client.Lists.Statuses(&twitter.ListsStatusesParams{ListID: list.ID, Count: 3})))
	out["list destroyed"] = body(client.Lists.Destroy(&twitter.ListsDestroyParams{ListID: list.ID})).ID == list.ID
}

func messages(client *twitter.Client, in input, out results) {
	sent := body(client.DirectMessages.EventsNew(&twitter.DirectMessageEventsNewParams{
		Event: &twitter.DirectMessageEvent{
			Type: "message_create",
			Message: &twitter.DirectMessageEventMessage{
				Target: &twitter.DirectMessageTarget{RecipientID: in.RecipientID},
				Data:   &twitter.DirectMessageData{Text: "hello from Go"},
			},
		},
	}))
	out["message"] = body(client.DirectMessages.EventsShow(sent.ID, nil)).Message.Data.Text
}

func trends(client *twitter.Client, in input, out results) {
	out["trends available"] = body(client.Trends.Available())[0].WOEID
	out["trends"] = body(client.Trends.Place(in.Woeid, nil))[0].Locations[0].WOEID
}

// Reads one post of each stream; the test writes posts after the line "connected".
func stream(client *twitter.Client, out results) {
	tweets := must(client.Streams.Filter(&twitter.StreamFilterParams{Track: []string{"gopher"}, StallWarnings: twitter.Bool(true)}))
	os.Stdout.WriteString("connected\n")
	for message := range tweets.Messages {
		if tweet, is := message.(*twitter.Tweet); is {
			out["stream"] = tweet.Text
			break
		}
	}
	tweets.Stop()
	sample := must(client.Streams.Sample(&twitter.StreamSampleParams{StallWarnings: twitter.Bool(true)}))
	for message := range sample.Messages {
		if tweet, is := message.(*twitter.Tweet); is {
			out["sample"] = tweet.Text
			break
		}
	}
	sample.Stop()
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		log.Panic(err)
	}
	config := oauth1.NewConfig(in.Key, in.Secret)
	token := oauth1.NewToken(in.AccessToken, in.AccessSecret)
	client := twitter.NewClient(config.Client(oauth1.NoContext, token))
	out := results{}
	parts := []func(*twitter.Client, input, results){timelines, statuses, users, lists, messages, trends}
	for _, part := range parts {
		part(client, in, out)
	}
	more(client, in, out)
	stream(client, out)
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		log.Panic(err)
	}
}
