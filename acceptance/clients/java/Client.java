import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import twitter4j.*;
import twitter4j.auth.AccessToken;
import twitter4j.conf.ConfigurationBuilder;

/** Makes calls of twitter4j and reports their results: keys and ids as JSON in, results by name as JSON out. */
public class Client {
  private static final long STREAM_SECONDS = 40;

  private final JSONObject in;
  private final JSONObject out = new JSONObject();
  private final Twitter twitter;

  private Client(JSONObject in, Twitter twitter) {
    this.in = in;
    this.twitter = twitter;
  }

  public static void main(String[] args) throws Exception {
    String text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    JSONObject in = new JSONObject(text);
    ConfigurationBuilder keys =
        new ConfigurationBuilder()
            .setOAuthConsumerKey(in.getString("key"))
            .setOAuthConsumerSecret(in.getString("secret"))
            .setOAuthAccessToken(in.getString("accessToken"))
            .setOAuthAccessTokenSecret(in.getString("accessSecret"))
            .setTweetModeExtended(true);
    twitter4j.conf.Configuration configuration = keys.build();
    Client client = new Client(in, new TwitterFactory(configuration).getInstance());
    client.timelines();
    client.statuses();
    client.users();
    client.lists();
    client.messages();
    client.places();
    client.relations();
    client.reposts();
    client.moreLists();
    client.stream(new TwitterStreamFactory(configuration).getInstance());
    System.out.println(client.out);
    System.exit(0);
  }

  private static JSONArray idsOf(List<Status> statuses) {
    return new JSONArray(
        statuses.stream().map(status -> Long.toString(status.getId())).collect(Collectors.toList()));
  }

  private static JSONArray namesOf(List<User> users) {
    return new JSONArray(users.stream().map(User::getScreenName).collect(Collectors.toList()));
  }

  private static JSONArray listNames(List<UserList> lists) {
    return new JSONArray(lists.stream().map(UserList::getName).collect(Collectors.toList()));
  }

  private static JSONArray digitsOf(IDs ids) {
    return new JSONArray(Arrays.stream(ids.getIDs()).mapToObj(Long::toString).collect(Collectors.toList()));
  }

  private void timelines() throws Exception {
    out.put("user timeline", idsOf(twitter.getUserTimeline(in.getString("author"), new Paging(1, 200))));
    out.put("home timeline", idsOf(twitter.getHomeTimeline()));
    out.put("mention timeline", idsOf(twitter.getMentionsTimeline()));
    Query query = new Query("from:" + in.getString("author"));
    query.setCount(100);
    out.put("search", idsOf(twitter.search(query).getTweets()));
  }

  private void statuses() throws Exception {
    long root = Long.parseLong(in.getString("root"));
    out.put("show", twitter.showStatus(root).getText());
    out.put("lookup", idsOf(twitter.lookup(root)));
    out.put("retweets", idsOf(twitter.getRetweets(root)));
    Status written = twitter.updateStatus("written in Java");
    out.put("update", written.getText());
    out.put("favorite", twitter.createFavorite(written.getId()).isFavorited());
    out.put("unfavorite", twitter.destroyFavorite(written.getId()).isFavorited());
    out.put("destroy", twitter.destroyStatus(written.getId()).getId() == written.getId());
  }

  private void users() throws Exception {
    String self = in.getString("self");
    String star = in.getString("star");
    out.put("verify credentials", twitter.verifyCredentials().getScreenName());
    out.put("user", Long.toString(twitter.showUser(star).getId()));
    out.put("users", namesOf(twitter.lookupUsers(self, star)));
    out.put("friends", namesOf(twitter.getFriendsList(self, -1)));
    int followers = 0;
    for (long cursor = -1; cursor != 0; ) {
      IDs page = twitter.getFollowersIDs(star, cursor, 500);
      followers += page.getIDs().length;
      cursor = page.getNextCursor();
    }
    out.put("followers", followers);
    out.put("friendship", twitter.showFriendship(self, star).isSourceFollowingTarget());
    out.put("rate limits", twitter.getRateLimitStatus("users").get("/users/lookup").getLimit());
    out.put("blocks", namesOf(twitter.getBlocksList()));
  }

  private void lists() throws Exception {
    UserList list = twitter.createUserList("Java", true, "made by twitter4j");
    out.put("list", twitter.showUserList(list.getId()).getName());
    twitter.createUserListMember(list.getId(), twitter.showUser(in.getString("author")).getId());
    out.put("list members", namesOf(twitter.getUserListMembers(list.getId(), -1)));
    out.put("list timeline", idsOf(twitter.getUserListStatuses(list.getId(), new Paging(1, 3))));
    out.put("list destroyed", twitter.destroyUserList(list.getId()).getId() == list.getId());
    SavedSearch search = twitter.createSavedSearch("birds");
    out.put("saved search", twitter.showSavedSearch(search.getId()).getQuery());
    out.put("saved searches", twitter.getSavedSearches().size());
    twitter.destroySavedSearch(search.getId());
  }

  private void messages() throws Exception {
    DirectMessage sent = twitter.sendDirectMessage(Long.parseLong(in.getString("recipient")), "hello from Java");
    out.put("message", twitter.showDirectMessage(sent.getId()).getText());
    out.put("newest message", twitter.getDirectMessages(20).get(0).getText());
    twitter.destroyDirectMessage(sent.getId());
  }

  private void places() throws Exception {
    out.put("trends available", twitter.getAvailableTrends().get(0).getWoeid());
    out.put("trends", twitter.getPlaceTrends(1).getLocation().getWoeid());
    out.put("place", twitter.getGeoDetails("f1d3a53f8a3cc7e9").getFullName());
    out.put("languages", twitter.getLanguages().size() > 10);
  }

  /** Changes relations of the user, and undoes the changes. */
  private void relations() throws Exception {
    String self = in.getString("self");
    String star = in.getString("star");
    out.put("block", twitter.createBlock(star).getScreenName());
    out.put("blocked ids", twitter.getBlocksIDs().getIDs().length);
    out.put("unblock", twitter.destroyBlock(star).getScreenName());
    out.put("mute", twitter.createMute(star).getScreenName());
    out.put("mutes", namesOf(twitter.getMutesList(-1)));
    out.put("muted ids", twitter.getMutesIDs(-1).getIDs().length);
    out.put("unmute", twitter.destroyMute(star).getScreenName());
    out.put("follow", twitter.createFriendship(star).getScreenName());
    out.put("following", twitter.lookupFriendships(star).get(0).isFollowing());
    out.put("friend ids", twitter.getFriendsIDs(-1).getIDs().length);
    out.put("changed friendship", twitter.updateFriendship(star, false, false).isSourceFollowingTarget());
    out.put("without reposts", twitter.getNoRetweetsFriendships().getIDs().length);
    out.put("unfollow", twitter.destroyFriendship(star).getScreenName());
    out.put("follower names", namesOf(twitter.getFollowersList(self, -1)));
    out.put("outgoing", twitter.getOutgoingFriendships(-1).getIDs().length);
    out.put("incoming", twitter.getIncomingFriendships(-1).getIDs().length);
    out.put("profile", twitter.updateProfile(null, null, "Java", null).getLocation());
    out.put("settings", twitter.getAccountSettings().getScreenName());
    out.put("found user", twitter.searchUsers(in.getString("author"), 1).get(0).getScreenName());
  }

  private void reposts() throws Exception {
    long root = Long.parseLong(in.getString("root"));
    out.put("favorites", idsOf(twitter.getFavorites(in.getString("self"))));
    out.put("retweeters", digitsOf(twitter.getRetweeterIds(root, -1)));
    long written = twitter.updateStatus("to be reposted in Java").getId();
    out.put("repost", twitter.retweetStatus(written).getRetweetedStatus().getId() == written);
    out.put("reposts of me", twitter.getRetweetsOfMe().get(0).getId() == written);
    out.put("undo repost", twitter.unRetweetStatus(written).getId() == written);
    twitter.destroyStatus(written);
    out.put("embedded author", twitter.getOEmbed(new OEmbedRequest(root, "")).getAuthorName());
    out.put("closest trends", twitter.getClosestTrends(new GeoLocation(37.7, -122.4)).get(0).getWoeid());
  }

  private void moreLists() throws Exception {
    String self = in.getString("self");
    String star = in.getString("star");
    String author = in.getString("author");
    long list = twitter.createUserList("Java again", true, "").getId();
    twitter.updateUserList(list, "Java again", true, "changed in Java");
    out.put("changed list", twitter.showUserList(list).getDescription());
    twitter.createUserListMembers(list, new String[] {author, star});
    out.put("member", twitter.showUserListMembership(list, twitter.showUser(star).getId()).getScreenName());
    out.put("memberships", listNames(twitter.getUserListMemberships(star, -1)));
    twitter.destroyUserListMember(list, star);
    twitter.destroyUserListMembers(list, new String[] {author});
    out.put("members left", twitter.getUserListMembers(list, -1).size());
    out.put("subscribed list", twitter.createUserListSubscription(list).getName());
    out.put("subscribers", namesOf(twitter.getUserListSubscribers(list, -1)));
    out.put("subscriber", twitter.showUserListSubscription(list, twitter.showUser(self).getId()).getScreenName());
    out.put("subscriptions", listNames(twitter.getUserListSubscriptions(self, -1)));
    twitter.destroyUserListSubscription(list);
    out.put("ownerships", listNames(twitter.getUserListsOwnerships(self, -1)));
    out.put("lists", listNames(twitter.getUserLists(self)));
    twitter.destroyUserList(list);
  }

  /** Reads one post; the test writes posts until this program ends. */
  private void stream(TwitterStream stream) throws Exception {
    CompletableFuture<String> first = new CompletableFuture<>();
    stream.addListener(
        new StatusAdapter() {
          @Override
          public void onStatus(Status status) {
            first.complete(status.getText());
          }

          @Override
          public void onException(Exception failure) {
            first.completeExceptionally(failure);
          }
        });
    stream.filter(new FilterQuery().track("gopher"));
    out.put("stream", first.get(STREAM_SECONDS, TimeUnit.SECONDS));
    stream.cleanUp();
  }
}
