// Makes calls of g8rswimmer/go-twitter and reports their results: keys and ids as JSON in, results by name as JSON out.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/dghubble/oauth1"
	twitter "github.com/g8rswimmer/go-twitter/v2"
)

const host = "https://api.twitter.com"
const streamTime = 40 * time.Second

type input struct {
	Key, Secret, AccessToken, AccessSecret, Bearer string
	Author, AuthorID, Root, Self, Other            string
}

type results map[string]any

// Adds the bearer token of the app.
type bearer string

func (token bearer) Add(request *http.Request) {
	request.Header.Add("Authorization", "Bearer "+string(token))
}

// Adds the bearer token of the app to requests to which the library adds no credentials.
type bearerTransport string

func (token bearerTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(request)
}

// Requests get their credentials from their HTTP client.
type signed struct{}

func (signed) Add(*http.Request) {}

func must[T any](value T, err error) T {
	if err != nil {
		log.Panicf("%+v", err)
	}
	return value
}

func idsOf(tweets []*twitter.TweetObj) []string {
	ids := []string{}
	for _, tweet := range tweets {
		ids = append(ids, tweet.ID)
	}
	return ids
}

func reads(app *twitter.Client, in input, out results) {
	ctx := context.Background()
	lookup := must(app.TweetLookup(ctx, []string{in.Root}, twitter.TweetLookupOpts{
		Expansions:  []twitter.Expansion{twitter.ExpansionAuthorID, twitter.ExpansionEntitiesMentionsUserName},
		TweetFields: []twitter.TweetField{twitter.TweetFieldCreatedAt, twitter.TweetFieldPublicMetrics, twitter.TweetFieldEntities},
	}))
	out["lookup"] = lookup.Raw.Tweets[0].Text
	out["included author"] = lookup.Raw.TweetDictionaries()[in.Root].Author.UserName
	names := must(app.UserNameLookup(ctx, []string{in.Author}, twitter.UserLookupOpts{}))
	out["user"] = names.Raw.Users[0].ID
	timeline := must(app.UserTweetTimeline(ctx, in.AuthorID, twitter.UserTweetTimelineOpts{MaxResults: 100}))
	out["timeline"] = idsOf(timeline.Raw.Tweets)
	search := must(app.TweetRecentSearch(ctx, "from:"+in.Author, twitter.TweetRecentSearchOpts{MaxResults: 100}))
	out["search"] = idsOf(search.Raw.Tweets)
	counts := must(app.TweetRecentCounts(ctx, "from:"+in.Author, twitter.TweetRecentCountsOpts{Granularity: twitter.GranularityDay}))
	out["counts"] = counts.Meta.TotalTweetCount
	quotes := must(app.QuoteTweetsLookup(ctx, in.Root, twitter.QuoteTweetsLookupOpts{MaxResults: 100}))
	out["quotes"] = idsOf(quotes.Raw.Tweets)
	out["reposters"] = len(must(app.UserRetweetLookup(ctx, in.Root, twitter.UserRetweetLookupOpts{})).Raw.Users)
	out["liking users"] = len(must(app.TweetLikesLookup(ctx, in.Root, twitter.TweetLikesLookupOpts{})).Raw.Users)
}

func writes(user *twitter.Client, in input, out results) {
	ctx := context.Background()
	out["me"] = must(user.AuthUserLookup(ctx, twitter.UserLookupOpts{})).Raw.Users[0].UserName
	tweet := must(user.CreateTweet(ctx, twitter.CreateTweetRequest{Text: "written in Go"})).Tweet
	out["create"] = tweet.Text
	out["like"] = must(user.UserLikes(ctx, in.Self, tweet.ID)).Data.Liked
	out["unlike"] = must(user.DeleteUserLikes(ctx, in.Self, tweet.ID)).Data.Liked
	out["repost"] = must(user.UserRetweet(ctx, in.Self, tweet.ID)).Data.Retweeted
	out["undo repost"] = must(user.DeleteUserRetweet(ctx, in.Self, tweet.ID)).Data.Retweeted
	out["delete"] = must(user.DeleteTweet(ctx, tweet.ID)).Tweet.Deleted
	out["follow"] = must(user.UserFollows(ctx, in.Self, in.Other)).Data.Following
	out["mute"] = must(user.UserMutes(ctx, in.Self, in.Other)).Data.Muting
	out["unmute"] = must(user.DeleteUserMutes(ctx, in.Self, in.Other)).Data.Muting
	name := "Go"
	list := must(user.CreateList(ctx, twitter.ListMetaData{Name: &name})).List
	out["list"] = must(user.ListLookup(ctx, list.ID, twitter.ListLookupOpts{})).Raw.List.Name
	out["add member"] = must(user.AddListMember(ctx, list.ID, in.Other)).List.Member
	out["members"] = must(user.ListUserMembers(ctx, list.ID, twitter.ListUserMembersOpts{})).Raw.Users[0].ID
	out["pin"] = must(user.UserPinList(ctx, in.Self, list.ID)).List.Pinned
	out["delete list"] = must(user.DeleteList(ctx, list.ID)).List.Deleted
}

// The text of the first post of a stream.
func first(posts *twitter.TweetStream) string {
	defer posts.Close()
	select {
	case message := <-posts.Tweets():
		return message.Raw.Tweets[0].Text
	case err := <-posts.Err():
		log.Panic(err)
	case <-time.After(streamTime):
		log.Panic("the stream sent nothing")
	}
	return ""
}

func stream(app *twitter.Client, out results) {
	ctx := context.Background()
	added := must(app.TweetSearchStreamAddRule(ctx, []twitter.TweetSearchStreamRule{{Value: "gopher", Tag: "go"}}, false))
	out["rule"] = added.Rules[0].Tag
	out["stream"] = first(must(app.TweetSearchStream(ctx, twitter.TweetSearchStreamOpts{})))
	out["sample"] = first(must(app.TweetSampleStream(ctx, twitter.TweetSampleStreamOpts{})))
	removed := must(app.TweetSearchStreamDeleteRuleByID(ctx, []twitter.TweetSearchStreamRuleID{added.Rules[0].ID}, false))
	out["rules deleted"] = removed.Meta.Summary.Deleted
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		log.Panic(err)
	}
	app := &twitter.Client{Authorizer: bearer(in.Bearer), Client: http.DefaultClient, Host: host}
	signer := oauth1.NewConfig(in.Key, in.Secret).Client(oauth1.NoContext, oauth1.NewToken(in.AccessToken, in.AccessSecret))
	user := &twitter.Client{Authorizer: signed{}, Client: signer, Host: host}
	out := results{}
	reads(app, in, out)
	writes(user, in, out)
	more(app, user, in, out)
	jobs(&twitter.Client{Authorizer: signed{}, Client: &http.Client{Transport: bearerTransport(in.Bearer)}, Host: host}, out)
	stream(app, out)
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		log.Panic(err)
	}
}
