/**
 * Lists the read endpoints of the public APIs that show no posts of other users, or that another test covers.
 * All other declared read endpoints have a call in calls.ts.
 */

const NO_POSTS = 'no posts'
const OF_CALLER = 'posts and settings of the caller'
const LISTS = 'lists without posts'
const MUTED = 'users whom the caller has muted or blocked: their posts are hidden by these relations too'
const ENTERPRISE = 'refused to every caller'

/** The reason for each group of endpoints, by a pattern that matches `/` and the path. */
export const ELSEWHERE: readonly (readonly [paths: RegExp, why: string])[] = [
  [/^\/1\.1\/(account|account_activity|application|geo|help|media|saved_searches|ton)\//, NO_POSTS],
  [/^\/1\.1\/(blocks|mutes)\/.*list\.json$/, MUTED],
  [/^\/1\.1\/(.*\/)?ids\.json$/, 'ids of users'],
  [/^\/1\.1\/friendships\//, 'relations'],
  [/^\/1\.1\/direct_messages/, 'texts of messages, without the posts that they link to'],
  [/^\/1\.1\/lists\/(list|memberships|ownerships|show|subscriptions)\.json$/, LISTS],
  [/^\/1\.1\/lists\/(members|subscribers)\/show\.json$/, 'one user, in the form of lists/members.json'],
  [/^\/1\.1\/statuses\/retweets_of_me\.json$/, OF_CALLER],
  [/^\/1\.1\/(user|site)\.json$/, 'streams: user.test.ts and site.test.ts'],
  [/^\/1\.1\/trends\/(available|closest)\.json$/, NO_POSTS],
  [/^\/1\.1\/users\/profile_banner\.json$/, NO_POSTS],
  [/^\/1\.1\/users\/search\.json$/, 'users by name, in the form of users/lookup.json'],
  [/^\/labs\/1\/tweets\/metrics\/private$/, 'counts of posts of the caller'],
  [/^\/labs\/1\/tweets\/stream\/filter\/rules$/, 'rules'],
  [/^\/labs\/1\/users$/, 'users, in the form of labs/2/users'],
  [/^\/labs\/2\/(openapi\.json|usage)$/, NO_POSTS],
  [
    /^\/labs\/2\/rules\/(backtest|compare|counts|explain)$/,
    'rules: backtest.test.ts hides posts in every way',
  ],
  [/^\/2\/(communities|spaces)\b/, NO_POSTS],
  [/^\/2\/(compliance\/jobs|media\/upload|openapi\.json|usage)\b/, NO_POSTS],
  [/^\/2\/lists\/:id$/, LISTS],
  [/^\/2\/(likes|tweets|users)\/(compliance|firehose|label|sample10)\/stream$/, ENTERPRISE],
  [/^\/2\/tweets\/counts\//, 'counts: hidden-posts.test.ts compares them with searches'],
  [/^\/2\/tweets\/search\/stream\/rules$/, 'rules'],
  [/^\/2\/users\/:id\/(blocking|muting)$/, MUTED],
  [/^\/2\/users\/:id\/(\w+_lists|list_memberships)$/, LISTS],
  [/^\/2\/users\/me$/, OF_CALLER],
  [/^\/2\/users\/search$/, 'users by name, in the form of users/by'],
]
