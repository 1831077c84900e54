/** Input, operations and result of a client script. */
export interface World {
  readonly key: string
  readonly secret: string
  readonly accessToken: string
  readonly accessSecret: string
  readonly userId: string
  readonly screenName: string
  /** A post of another user, and that user's name. */
  readonly otherPost: string
  readonly otherName: string
}

/** The checked fields of a post object. */
export interface Post {
  readonly id_str: string
  readonly text?: string
  readonly full_text?: string
  readonly favorited: boolean
  readonly retweeted: boolean
  readonly in_reply_to_status_id_str: string | null
  readonly quoted_status?: Post
  readonly retweeted_status?: Post
}

/** A v1.1 client of any library. Calls are named by method and path below `/1.1/`, without `.json`. */
export interface Client {
  get(path: string, params: Record<string, string>): Promise<unknown>
  post(path: string, params: Record<string, string>): Promise<unknown>
}

/** Posts written for paging. */
export const MANY = 25
const PAGE = 10

/** Runs all operations on posts. Returns a result for comparison. */
export async function useEverything(client: Client, world: World): Promise<object> {
  const get = async (path: string, params: Record<string, string>) => (await client.get(path, params)) as Post
  const post = async (path: string, params: Record<string, string>) =>
    (await client.post(path, params)) as Post
  const written: string[] = []
  for (let number = 1; number <= MANY; number++) {
    written.unshift(
      (await post('statuses/update', { status: `Number ${number} & "more" <ü 言葉 👩‍👩‍👧>` })).id_str,
    )
  }
  const status = `@${world.otherName} a reply`
  const reply = await post('statuses/update', { status, in_reply_to_status_id: world.otherPost })
  const attachment_url = `https://twitter.com/${world.otherName}/status/${world.otherPost}`
  const quote = await post('statuses/update', { status: 'A quote', attachment_url })
  const liked = await post('favorites/create', { id: world.otherPost })
  const likes = (await client.get('favorites/list', { user_id: world.userId })) as Post[]
  const unliked = await post('favorites/destroy', { id: world.otherPost })
  const repost = await post(`statuses/retweet/${world.otherPost}`, {})
  const again = await client.post(`statuses/retweet/${world.otherPost}`, {}).catch(codeOf)
  const unreposted = await post(`statuses/unretweet/${world.otherPost}`, {})
  const shown = await get('statuses/show', { id: quote.id_str, tweet_mode: 'extended' })
  const gone = await post(`statuses/destroy/${quote.id_str}`, {})
  const missing = await client.get('statuses/show', { id: quote.id_str }).catch(codeOf)
  const found = (await client.get('statuses/lookup', {
    id: `${written[0]},${written[1]},${gone.id_str}`,
  })) as Post[]
  const timeline = await pagesOf(client, world.userId)
  await post(`statuses/destroy/${reply.id_str}`, {})
  return {
    isTimelineWhole: JSON.stringify(timeline) === JSON.stringify([reply.id_str, ...written]),
    firstText: (await get('statuses/show', { id: String(written.at(-1)) })).text,
    replies: reply.in_reply_to_status_id_str === world.otherPost,
    quotes:
      quote.quoted_status?.id_str === world.otherPost && shown.quoted_status?.id_str === world.otherPost,
    liked: [liked.favorited, likes.map(({ id_str }) => id_str === world.otherPost), unliked.favorited],
    repost: [repost.text, repost.retweeted_status?.id_str === world.otherPost, repost.retweeted],
    again,
    unreposted: [unreposted.id_str === world.otherPost, unreposted.retweeted],
    missing,
    found: found.map(({ id_str }) => written.indexOf(id_str)),
  }
}

/** Pages a timeline as documented, with `max_id` one less than the last id. */
async function pagesOf(client: Client, user_id: string): Promise<string[]> {
  const ids: string[] = []
  let max: string | undefined
  for (;;) {
    const params = { user_id, count: String(PAGE), ...(max === undefined ? {} : { max_id: max }) }
    const page = (await client.get('statuses/user_timeline', params)) as Post[]
    const last = page.at(-1)
    if (last === undefined) return ids
    ids.push(...page.map(({ id_str }) => id_str))
    max = String(BigInt(last.id_str) - 1n)
  }
}

/** The code of an error. Each library stores it in another place. */
function codeOf(error: unknown): number | undefined {
  const { code, errors, data } = (Array.isArray(error) ? error[0] : error) as {
    code?: number
    errors?: { code: number }[]
    data?: { errors?: { code: number }[] }
  }
  return data?.errors?.[0]?.code ?? errors?.[0]?.code ?? code
}
