/** Reasons why the programs in Go, Java and R do not make some calls of their libraries. docs/tools.md shows them. */
import { type CompiledClient, callsOfProgram } from './calls.ts'

/** A reason, and the calls to which it applies. */
type Reason = readonly [reason: string, calls: RegExp]

const ENDED = 'this stream ended in 2018; a server on an earlier day (`--api-date`) has it'
const NO_ENDPOINT = 'the server has no such endpoint'
const OAUTH2 = 'it needs an OAuth 2.0 token of a user, and the program signs its requests with OAuth 1.0a'
const ELSEWHERE =
  'the cases of tweepy `API` and twitter-api-v2 `.v1` call the same endpoint; this program has only some calls of each group'

const FIREHOSE: Reason = [NO_ENDPOINT, /[Ff]irehose/]

/** The first reason whose pattern matches a call is the reason for this call. */
const REASONS: Readonly<Record<CompiledClient, readonly Reason[]>> = {
  'go-twitter': [FIREHOSE, [ENDED, /^Streams\.(Site|User)$/]],
  'go-twitter-v2': [[OAUTH2, /Bookmark|^SpaceBuyersLookup$/]],
  twitter4j: [
    [ENDED, /^TwitterStream\.(site|user)$/],
    [
      NO_ENDPOINT,
      /firehose|^TwitterStream\.(links|retweet)$|Suggest|getContribut|SimilarPlaces|updateProfile(BackgroundImage|Colors)$/,
    ],
    ['tweepy `StreamingClient`, dghubble/go-twitter and hbc read a sample stream', /^TwitterStream\.sample$/],
    ['it loads the URL of a picture and calls no endpoint of the API', /^getDMImageAsStream$/],
    [
      'legacy messages have ended: 410/251; a server on an earlier day (`--api-date`) has them',
      /^getSentDirectMessages$/,
    ],
    ['no program calls it; the tests of the server call the endpoint', /APIConfiguration|Policy|TermsOf/],
    [ELSEWHERE, /./],
  ],
  hbc: [
    FIREHOSE,
    [ENDED, /^(Site|User)stream/],
    ['a product for enterprises, which the server does not have', /Enterprise/],
  ],
  rtweet: [
    [
      'rtweet stops with a message that the call has ended',
      /_(received|sent)$|stream_tweets|invalidate_bearer/,
    ],
    [NO_ENDPOINT, /collections$/],
    ['a premium product, which the server does not have: 404/34', /^search_(30day|fullarchive)$/],
    ['see the table above', /^(filtered|sample)_stream$|_rule$/],
    [
      'it only calls `get_timeline`, `lookup_tweets` or `search_tweets`',
      /^(get_timelines|lookup_statuses|search_tweets2)$/,
    ],
    [ELSEWHERE, /./],
  ],
}

/** The calls that a program does not make, by reason. @throws {Error} for a call without a reason */
export function untriedByReason(
  name: CompiledClient,
  works: (call: string) => boolean = () => true,
): ReadonlyMap<string, readonly string[]> {
  const calls = callsOfProgram(name).untried.filter(works)
  return Map.groupBy(calls, (call) => {
    const [reason] = REASONS[name].find(([, pattern]) => pattern.test(call)) ?? []
    if (reason === undefined) throw new Error(`docs/tools.md needs a reason why ${name} does not try ${call}`)
    return reason
  })
}
