/** Chooses values of parameters and bodies. Some values come from earlier responses. */
import type { Dice } from './dice.ts'
import { POST_IDS, SCREEN_NAMES, USER_IDS } from './world.ts'

const WORDS = ['heron', 'pond', 'reed', 'frog', 'dawn', 'nest']
const FIELDS: Readonly<Record<string, string>> = {
  'tweet.fields': 'created_at,author_id,public_metrics,entities,referenced_tweets,edit_history_tweet_ids',
  'user.fields': 'created_at,public_metrics,protected',
  'list.fields': 'created_at,member_count,follower_count',
  'dm_event.fields': 'created_at,text,sender_id',
  expansions: 'author_id',
  format: 'detailed',
  tweet_mode: 'extended',
}

/** Kinds of objects whose ids are taken from responses. */
type Kind = 'post' | 'list' | 'message' | 'search' | 'media' | 'webhook' | 'user'

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/saved_searches/, 'search'],
  [/media/, 'media'],
  [/list/, 'list'],
  [/direct_messages|dm_/, 'message'],
  [/webhooks/, 'webhook'],
  [/tweets|statuses|favorites/, 'post'],
]

/** Ids and secrets that occurred in earlier responses. */
export class Seen {
  readonly #ids = new Map<Kind, string[]>([
    ['post', [...POST_IDS]],
    ['user', [...USER_IDS]],
  ])
  requestToken: { readonly key: string; readonly secret: string } | undefined
  authenticityToken = 'none'
  cookie: string | undefined

  note(path: string, method: string, answer: string): void {
    const kind = KINDS.find(([pattern]) => pattern.test(path))?.[1]
    if (kind !== undefined && method !== 'GET') this.#add(kind, answer)
    const [, key, secret] = /oauth_token=([^&]+)&oauth_token_secret=([^&]+)/.exec(answer) ?? []
    if (key !== undefined && secret !== undefined && path.includes('request_token'))
      this.requestToken = { key, secret }
    this.authenticityToken =
      /name="authenticity_token" value="([^"]+)"/.exec(answer)?.[1] ?? this.authenticityToken
    this.cookie = /\nset-cookie: ([^;\n]+)/i.exec(answer)?.[1] ?? this.cookie
  }

  #add(kind: Kind, answer: string): void {
    const id = /"(?:id|id_str|media_id_string)":\s?"?(\d{8,19})/.exec(answer)?.[1]
    if (id !== undefined) this.#ids.set(kind, [...(this.#ids.get(kind) ?? []), id].slice(-20))
  }

  id(kind: Kind, dice: Dice): string {
    return dice.pick(this.#ids.get(kind) ?? ['1'])
  }
}

/** The kind of object that the path of an endpoint is about. */
function kindOf(path: string): Kind {
  if (/^\/(2|labs\/\d)\/users/.test(path) || path.startsWith('/1.1/users')) return 'user'
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'post'
}

/** A plausible value of a parameter, or sometimes a wrong value. */
export function parameterOf(name: string, path: string, seen: Seen, dice: Dice, now: number): string {
  if (dice.chance(0.03)) return dice.pick(['', '0', 'x y', '-1', '99999999999999999999'])
  const fixed = FIELDS[name]
  if (fixed !== undefined) return fixed
  const id = (kind: Kind) => seen.id(kind, dice)
  const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '')
  switch (name) {
    case 'id':
      return id(kindOf(path))
    case 'ids':
      return [id(kindOf(path)), id(kindOf(path))].join(',')
    case 'user_id':
    case 'target_user_id':
    case 'target_id':
    case 'source_id':
    case 'participant_id':
    case 'recipient_id':
    case 'owner_id':
      return id('user')
    case 'source_user_id':
      return dice.pick(USER_IDS)
    case 'screen_name':
    case 'username':
    case 'usernames':
    case 'owner_screen_name':
    case 'target_screen_name':
    case 'source_screen_name':
      return dice.pick(SCREEN_NAMES)
    case 'tweet_id':
    case 'source_tweet_id':
    case 'since_id':
    case 'in_reply_to_status_id':
      return id('post')
    case 'until_id':
    case 'max_id':
      return '9000000000000000000'
    case 'list_id':
      return id('list')
    case 'event_id':
    case 'last_read_event_id':
      return id('message')
    case 'webhook_id':
      return id('webhook')
    case 'media_id':
    case 'media_ids':
      return id('media')
    case 'env_name':
      return 'dev'
    case 'query':
    case 'q':
    case 'track':
    case 'value':
      return dice.pick(['heron', 'pond', '#pond', 'from:ada', 'heron OR frog'])
    case 'status':
    case 'text':
    case 'name':
    case 'description':
      return textOf(dice)
    case 'start_time':
    case 'from':
      return iso(now - 3_600_000)
    case 'end_time':
    case 'to':
      return iso(now - 60_000)
    case 'count':
    case 'max_results':
      return dice.pick(['5', '10', '20'])
    case 'cursor':
      return '-1'
    case 'page':
      return '1'
    case 'lat':
      return '51.5'
    case 'long':
      return '-0.1'
    case 'woeid':
      return '1'
    case 'granularity':
      return path.includes('geo') ? 'city' : 'hour'
    case 'command':
      return dice.pick(['INIT', 'STATUS', 'FINALIZE'])
    case 'total_bytes':
      return '67'
    case 'media_type':
      return 'image/png'
    // Users stay public. Otherwise the streams would have no posts at the end.
    case 'protected':
    case 'delete_all':
      return 'false'
    case 'oauth_token':
      return seen.requestToken?.key ?? 'none'
    case 'authenticity_token':
      return seen.authenticityToken
    case 'session[username_or_email]':
      return 'ada@example.org'
    case 'session[password]':
      return dice.pick(['a-long-password', 'wrong'])
    case 'grant_type':
      return 'client_credentials'
    default:
      return dice.pick(['true', '1', 'dev'])
  }
}

export function textOf(dice: Dice): string {
  const words = [dice.pick(WORDS), dice.pick(WORDS), dice.pick(WORDS)].join(' ')
  const more = dice.pick(['', ` @${dice.pick(SCREEN_NAMES)}`, ' #pond', ' https://example.org/page'])
  return `${words} ${dice.below(1_000_000)}${more}`
}

/** A JSON body for an endpoint that accepts one. */
export function bodyOf(path: string, seen: Seen, dice: Dice): string {
  const id = (kind: Kind) => seen.id(kind, dice)
  const body = () => {
    if (dice.chance(0.05)) return { wrong: true }
    if (path === '/2/tweets') return postBody(seen, dice)
    if (path.endsWith('/hidden')) return { hidden: dice.chance(0.5) }
    if (path.endsWith('/rules'))
      return { add: [{ value: `${textOf(dice).split(' ')[0]} ${dice.below(50)}`, tag: 'made' }] }
    if (path === '/2/lists') return { name: textOf(dice).slice(0, 20), private: dice.chance(0.3) }
    if (/following|blocking|muting/.test(path)) return { target_user_id: id('user') }
    if (/likes|retweets|bookmarks/.test(path)) return { tweet_id: id('post') }
    if (/followed_lists|pinned_lists/.test(path)) return { list_id: id('list') }
    if (path.endsWith('/members')) return { user_id: id('user') }
    if (path.startsWith('/2/lists')) return { name: textOf(dice).slice(0, 20) }
    if (path.endsWith('/jobs')) return { type: dice.pick(['tweets', 'users']), name: 'job' }
    if (path.endsWith('/messages')) return { text: textOf(dice) }
    if (path === '/2/dm_conversations')
      return {
        conversation_type: 'Group',
        participant_ids: [id('user'), id('user')],
        message: { text: 'all' },
      }
    if (path.endsWith('events/new.json'))
      return {
        event: {
          type: 'message_create',
          message_create: { target: { recipient_id: id('user') }, message_data: { text: textOf(dice) } },
        },
      }
    if (path.endsWith('welcome_messages/new.json'))
      return { welcome_message: { name: 'hello', message_data: { text: textOf(dice) } } }
    if (path.endsWith('rules/new.json'))
      return { welcome_message_rule: { welcome_message_id: id('message') } }
    return { media_id: id('media'), alt_text: { text: 'a heron' } }
  }
  return JSON.stringify(body())
}

function postBody(seen: Seen, dice: Dice) {
  const text = textOf(dice)
  const other = seen.id('post', dice)
  return dice.pick([
    { text },
    { text },
    { text, reply: { in_reply_to_tweet_id: other } },
    { text, quote_tweet_id: other },
  ])
}
