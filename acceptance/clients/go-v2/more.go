// Calls of g8rswimmer/go-twitter that leave the network as it was.
package main

import (
	"context"
	"time"

	twitter "github.com/g8rswimmer/go-twitter/v2"
)

func userNames(users []*twitter.UserObj) []string {
	names := []string{}
	for _, user := range users {
		names = append(names, user.UserName)
	}
	return names
}

func listNames(lists []*twitter.ListObj) []string {
	names := []string{}
	for _, list := range lists {
		names = append(names, list.Name)
	}
	return names
}

func moreReads(app *twitter.Client, in input, out results) {
	ctx := context.Background()
	start := time.Now().Add(-6 * 24 * time.Hour)
	out["user by id"] = userNames(must(app.UserLookup(ctx, []string{in.Self}, twitter.UserLookupOpts{})).Raw.Users)
	all := must(app.TweetSearch(ctx, "from:"+in.Author, twitter.TweetSearchOpts{StartTime: start, MaxResults: 100}))
	out["archive"] = len(all.Raw.Tweets) > 0
	counts := must(app.TweetAllCounts(ctx, "from:"+in.Author, twitter.TweetAllCountsOpts{StartTime: start, Granularity: twitter.GranularityDay}))
	out["archive counts"] = counts.Meta.TotalTweetCount == len(all.Raw.Tweets)
	out["following"] = userNames(must(app.UserFollowingLookup(ctx, in.Self, twitter.UserFollowingLookupOpts{})).Raw.Users)
	out["followers"] = userNames(must(app.UserFollowersLookup(ctx, in.Self, twitter.UserFollowersLookupOpts{})).Raw.Users)
	out["mentions"] = idsOf(must(app.UserMentionTimeline(ctx, in.Self, twitter.UserMentionTimelineOpts{})).Raw.Tweets)
	out["likes"] = idsOf(must(app.UserLikesLookup(ctx, in.Self, twitter.UserLikesLookupOpts{})).Raw.Tweets)
	space := "1DXxyRYNejbKM"
	out["space errors"] = len(must(app.SpacesLookup(ctx, []string{space}, twitter.SpacesLookupOpts{})).Raw.Errors)
	out["posts of space"] = must(app.SpaceTweetsLookup(ctx, space, twitter.SpaceTweetsLookupOpts{})).Meta.ResultCount
	// The library has no list for an answer without data.
	out["no spaces"] = must(app.SpacesSearch(ctx, "music", twitter.SpacesSearchOpts{})).Raw == nil
	out["no spaces of users"] = must(app.SpacesByCreatorLookup(ctx, []string{in.Self}, twitter.SpacesByCreatorLookupOpts{})).Raw == nil
}

func moreActions(user *twitter.Client, in input, out results) {
	ctx := context.Background()
	home := must(user.UserTweetReverseChronologicalTimeline(ctx, in.Self, twitter.UserTweetReverseChronologicalTimelineOpts{}))
	out["home timeline"] = len(home.Raw.Tweets) > 0
	out["block"] = must(user.UserBlocks(ctx, in.Self, in.AuthorID)).Data.Blocking
	out["blocks"] = userNames(must(user.UserBlocksLookup(ctx, in.Self, twitter.UserBlocksLookupOpts{})).Raw.Users)
	out["unblock"] = must(user.DeleteUserBlocks(ctx, in.Self, in.AuthorID)).Data.Blocking
	must(user.UserMutes(ctx, in.Self, in.AuthorID))
	out["mutes"] = userNames(must(user.UserMutesLookup(ctx, in.Self, twitter.UserMutesLookupOpts{})).Raw.Users)
	must(user.DeleteUserMutes(ctx, in.Self, in.AuthorID))
	must(user.UserFollows(ctx, in.Self, in.AuthorID))
	out["unfollow"] = must(user.DeleteUserFollows(ctx, in.Self, in.AuthorID)).Data.Following
}

func moreLists(user *twitter.Client, in input, out results) {
	ctx := context.Background()
	name, description := "Go again", "changed in Go"
	list := must(user.CreateList(ctx, twitter.ListMetaData{Name: &name})).List
	out["change list"] = must(user.UpdateList(ctx, list.ID, twitter.ListMetaData{Description: &description})).List.Updated
	must(user.AddListMember(ctx, list.ID, in.AuthorID))
	out["posts of list"] = idsOf(must(user.ListTweetLookup(ctx, list.ID, twitter.ListTweetLookupOpts{MaxResults: 3})).Raw.Tweets)
	out["memberships"] = listNames(must(user.UserListMemberships(ctx, in.AuthorID, twitter.UserListMembershipsOpts{})).Raw.Lists)
	out["remove member"] = must(user.RemoveListMember(ctx, list.ID, in.AuthorID)).List.Member
	out["follow list"] = must(user.UserFollowList(ctx, in.Self, list.ID)).List.Following
	out["followers of list"] = userNames(must(user.ListUserFollowers(ctx, list.ID, twitter.ListUserFollowersOpts{})).Raw.Users)
	out["followed lists"] = listNames(must(user.UserFollowedLists(ctx, in.Self, twitter.UserFollowedListsOpts{})).Raw.Lists)
	out["unfollow list"] = must(user.UserUnfollowList(ctx, in.Self, list.ID)).List.Following
	must(user.UserPinList(ctx, in.Self, list.ID))
	out["pinned lists"] = listNames(must(user.UserPinnedLists(ctx, in.Self, twitter.UserPinnedListsOpts{})).Raw.Lists)
	out["unpin"] = must(user.UserUnpinList(ctx, in.Self, list.ID)).List.Pinned
	out["own lists"] = listNames(must(user.UserListLookup(ctx, in.Self, twitter.UserListLookupOpts{})).Raw.Lists)
	must(user.DeleteList(ctx, list.ID))
}

func moreRules(app *twitter.Client, out results) {
	ctx := context.Background()
	must(app.TweetSearchStreamAddRule(ctx, []twitter.TweetSearchStreamRule{{Value: "zebra", Tag: "z"}}, false))
	out["rules"] = len(must(app.TweetSearchStreamRules(ctx, nil)).Rules)
	removed := must(app.TweetSearchStreamDeleteRuleByValue(ctx, []string{"zebra"}, false))
	out["rules deleted by value"] = removed.Meta.Summary.Deleted
}

// The library adds no credentials to these requests, so the HTTP client of app adds them.
func jobs(app *twitter.Client, out results) {
	ctx := context.Background()
	job := must(app.CreateComplianceBatchJob(ctx, twitter.ComplianceBatchJobTypeTweets, twitter.CreateComplianceBatchJobOpts{Name: "go"})).Raw.Job
	out["job"] = job.Name
	out["same job"] = must(app.ComplianceBatchJob(ctx, job.ID)).Raw.Job.ID == job.ID
	found := must(app.ComplianceBatchJobLookup(ctx, twitter.ComplianceBatchJobTypeTweets, twitter.ComplianceBatchJobLookupOpts{})).Raw.Jobs
	out["jobs"] = len(found) == 1 && found[0].ID == job.ID
}

func more(app *twitter.Client, user *twitter.Client, in input, out results) {
	moreReads(app, in, out)
	moreActions(user, in, out)
	moreLists(user, in, out)
	moreRules(app, out)
}
