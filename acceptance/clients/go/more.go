// Calls of dghubble/go-twitter that leave the network as it was.
package main

import (
	"errors"
	"log"
	"strconv"

	"github.com/dghubble/go-twitter/twitter"
)

// The code of an error of the API; 0 for other errors and for none.
func codeOf(err error) int {
	var refused twitter.APIError
	if errors.As(err, &refused) && len(refused.Errors) > 0 {
		return refused.Errors[0].Code
	}
	return 0
}

func digitsOf(ids []int64) []string {
	digits := []string{}
	for _, id := range ids {
		digits = append(digits, strconv.FormatInt(id, 10))
	}
	return digits
}

func listNames(lists []twitter.List) []string {
	names := []string{}
	for _, list := range lists {
		names = append(names, list.Name)
	}
	return names
}

func check(_ any, err error) {
	if err != nil {
		log.Panic(err)
	}
}

func relations(client *twitter.Client, in input, out results) {
	out["block"] = body(client.Blocks.Create(&twitter.BlockCreateParams{ScreenName: in.Star})).ScreenName
	out["unblock"] = body(client.Blocks.Destroy(&twitter.BlockDestroyParams{ScreenName: in.Star})).ScreenName
	out["follow"] = body(client.Friendships.Create(&twitter.FriendshipCreateParams{ScreenName: in.Star})).ScreenName
	connections := *body(client.Friendships.Lookup(&twitter.FriendshipLookupParams{ScreenName: []string{in.Star}}))
	out["connections"] = connections[0].Connections
	out["friend ids"] = len(body(client.Friends.IDs(&twitter.FriendIDParams{ScreenName: in.Self})).IDs)
	out["unfollow"] = body(client.Friendships.Destroy(&twitter.FriendshipDestroyParams{ScreenName: in.Star})).ScreenName
	out["follower names"] = namesOf(body(client.Followers.List(&twitter.FollowerListParams{ScreenName: in.Self})).Users)
	out["outgoing"] = len(body(client.Friendships.Outgoing(&twitter.FriendshipPendingParams{})).IDs)
	out["incoming"] = len(body(client.Friendships.Incoming(&twitter.FriendshipPendingParams{})).IDs)
	out["profile"] = body(client.Accounts.UpdateProfile(&twitter.AccountUpdateProfileParams{Location: "Go"})).Location
	out["found users"] = namesOf(body(client.Users.Search(in.Author, &twitter.UserSearchParams{Count: 1})))
}

func reposts(client *twitter.Client, in input, out results) {
	out["favorites"] = idsOf(body(client.Favorites.List(&twitter.FavoriteListParams{ScreenName: in.Self})))
	written := body(client.Statuses.Update("to be reposted in Go", nil))
	reposted := body(client.Statuses.Retweet(written.ID, nil))
	out["repost"] = reposted.RetweetedStatus.IDStr == written.IDStr
	out["reposts of me"] = body(client.Timelines.RetweetsOfMeTimeline(&twitter.RetweetsOfMeTimelineParams{}))[0].IDStr == written.IDStr
	out["undo repost"] = body(client.Statuses.Unretweet(written.ID, nil)).IDStr == written.IDStr
	body(client.Statuses.Destroy(written.ID, nil))
	out["closest trends"] = body(client.Trends.Closest(&twitter.ClosestParams{Lat: 37.7, Long: -122.4}))[0].WOEID
}

func moreLists(client *twitter.Client, in input, out results) {
	list := body(client.Lists.Create("Go again", &twitter.ListsCreateParams{Mode: "public"}))
	check(client.Lists.Update(&twitter.ListsUpdateParams{ListID: list.ID, Description: "changed in Go"}))
	out["changed list"] = body(client.Lists.Show(&twitter.ListsShowParams{ListID: list.ID})).Description
	check(client.Lists.MembersCreateAll(&twitter.ListsMembersCreateAllParams{ListID: list.ID, ScreenName: in.Author + "," + in.Star}))
	out["member"] = body(client.Lists.MembersShow(&twitter.ListsMembersShowParams{ListID: list.ID, ScreenName: in.Star})).ScreenName
	out["memberships"] = listNames(body(client.Lists.Memberships(&twitter.ListsMembershipsParams{ScreenName: in.Star})).Lists)
	check(client.Lists.MembersDestroy(&twitter.ListsMembersDestroyParams{ListID: list.ID, ScreenName: in.Star}))
	check(client.Lists.MembersDestroyAll(&twitter.ListsMembersDestroyAllParams{ListID: list.ID, ScreenName: in.Author}))
	out["members left"] = len(body(client.Lists.Members(&twitter.ListsMembersParams{ListID: list.ID})).Users)
	out["subscribed list"] = body(client.Lists.SubscribersCreate(&twitter.ListsSubscribersCreateParams{ListID: list.ID})).Name
	out["subscribers"] = namesOf(body(client.Lists.Subscribers(&twitter.ListsSubscribersParams{ListID: list.ID})).Users)
	out["subscriber"] = body(client.Lists.SubscribersShow(&twitter.ListsSubscribersShowParams{ListID: list.ID, ScreenName: in.Self})).ScreenName
	out["subscriptions"] = listNames(body(client.Lists.Subscriptions(&twitter.ListsSubscriptionsParams{ScreenName: in.Self})).Lists)
	check(client.Lists.SubscribersDestroy(&twitter.ListsSubscribersDestroyParams{ListID: list.ID}))
	out["ownerships"] = listNames(body(client.Lists.Ownerships(&twitter.ListsOwnershipsParams{ScreenName: in.Self})).Lists)
	out["lists"] = listNames(body(client.Lists.List(&twitter.ListsListParams{ScreenName: in.Self})))
	body(client.Lists.Destroy(&twitter.ListsDestroyParams{ListID: list.ID}))
}

func moreMessages(client *twitter.Client, out results) {
	events := body(client.DirectMessages.EventsList(&twitter.DirectMessageEventsListParams{})).Events
	out["messages"] = len(events)
	check(client.DirectMessages.EventsDestroy(events[0].ID))
	_, _, refused := client.DirectMessages.Get(&twitter.DirectMessageGetParams{})
	out["legacy messages"] = codeOf(refused)
	_, _, refused = client.PremiumSearch.SearchFullArchive(&twitter.PremiumSearchTweetParams{Query: "cat"}, "dev")
	out["premium search"] = codeOf(refused)
}

func more(client *twitter.Client, in input, out results) {
	relations(client, in, out)
	reposts(client, in, out)
	moreLists(client, in, out)
	moreMessages(client, out)
	out["embedded author"] = body(client.Statuses.OEmbed(&twitter.StatusOEmbedParams{ID: in.Root})).AuthorName
	// After this call the library finds no other path of Statuses.
	out["retweeters"] = digitsOf(body(client.Statuses.Retweeters(&twitter.StatusRetweeterParams{ID: in.Root})).IDs)
}
