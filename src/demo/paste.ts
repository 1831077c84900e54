/** Makes commands that the user of a demo can paste into a terminal. */
import type { Credentials } from './visitor.ts'

export interface Pasted {
  /** Base URL of the server, without a trailing slash. */
  readonly url: string
  readonly credentials: Credentials
  /** Screen name of the user whose followers the commands list. */
  readonly screenName: string
}

/** The client proxy, for clients with fixed host names. */
export interface PastedProxy {
  readonly url: string
  /** Path of the file with the certificate authority. */
  readonly caFile: string
}

/** A command that makes Python clients use the proxy; docs/operating.md lists the variables of other clients. */
export function exportLine({ url, caFile }: PastedProxy): string {
  return `export HTTPS_PROXY=${url} REQUESTS_CA_BUNDLE="${caFile}"`
}

/** A command that sets the token for {@link twarcLine} and {@link tweepySnippet}. */
export function tokenLine({ bearerToken }: Pick<Credentials, 'bearerToken'>): string {
  return `export BEARER_TOKEN='${bearerToken}'`
}

/** Number of users that the commands fetch: only a few pages, because an app may fetch 15 pages in 15 minutes. */
const FETCHED_BY_TWARC = 300
const FETCHED = 2_000

/** A command that saves followers with twarc2. README.md has the same command. */
export function twarcLine(screenName: string): string {
  return `twarc2 --bearer-token "$BEARER_TOKEN" followers --max-results 100 --limit ${FETCHED_BY_TWARC} ${screenName} followers.jsonl`
}

/** A command that reads all pages of followers with tweepy. README.md has the same command. */
export function tweepySnippet(screenName: string): string {
  return `python3 -c '
import os, tweepy
client = tweepy.Client(os.environ["BEARER_TOKEN"])
user = client.get_user(username="${screenName}").data
pages = tweepy.Paginator(client.get_users_followers, user.id, max_results=1000)
names = [follower.username for follower in pages.flatten(limit=${FETCHED})]
print(len(names), "followers, from", names[0], "to", names[-1])'`
}

/** A curl command that reads the newest followers. */
export function curlLine({ url, credentials, screenName }: Pasted): string {
  const query = `screen_name=${screenName}&count=5&stringify_ids=true`
  return `curl -H 'authorization: Bearer ${credentials.bearerToken}' '${url}/1.1/followers/ids.json?${query}'`
}

/**
 * A command that reads all pages of followers with the client library twitter-api-v2. The library has an option for a
 * path prefix; the command sets the base URL with this option. The library uses HTTPS unless it gets an HTTP agent.
 */
export function clientSnippet({ url, credentials, screenName }: Pasted): string {
  const isPlain = url.startsWith('http:')
  return `node --input-type=module -e '
${isPlain ? 'import { Agent } from "node:http"\n' : ''}import { TwitterApi } from "twitter-api-v2"
const client = new TwitterApi({
  appKey: "${credentials.consumerKey}",
  appSecret: "${credentials.consumerSecret}",
  accessToken: "${credentials.accessToken}",
  accessSecret: "${credentials.accessTokenSecret}",
}${isPlain ? ', { httpAgent: new Agent() }' : ''})
client.v1.setPrefix("${url}/1.1/")
const ids = []
for await (const id of await client.v1.userFollowerIds({ screen_name: "${screenName}" })) ids.push(id)
console.log("%d followers, from %s to %s", ids.length, ids.at(0), ids.at(-1))
'`
}

/** Commands that add a rule and open the filtered stream. */
export function streamLines({ url, credentials }: Pasted): string {
  const bearer = `-H 'authorization: Bearer ${credentials.bearerToken}'`
  const rule = '{"add":[{"value":"#birds OR #jazz OR #trains OR seen","tag":"first"}]}'
  return `curl ${bearer} -H 'content-type: application/json' -d '${rule}' ${url}/labs/1/tweets/stream/filter/rules
curl -N ${bearer} '${url}/labs/1/tweets/stream/filter?format=compact'`
}
