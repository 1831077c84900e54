/**
 * A simple model of twarc-csv 0.7.2 with its default options. The model makes a csv row from a flattened post
 * or user.
 */

type Members = Record<string, unknown>

/**
 * Makes the header, and a line for each post.
 * @param columns columns in order
 */
export function twarcCsv(tweets: readonly object[], columns: readonly string[]): string {
  return csv(
    tweets.map((tweet) => formatTweet(structuredClone(tweet) as Members)),
    columns,
  )
}

/** Like {@link twarcCsv}, with `--input-data-type users`. */
export function twarcUsersCsv(users: readonly object[], columns: readonly string[]): string {
  return csv(
    users.map((user) => formatUser(structuredClone(user) as Members)),
    columns,
  )
}

function csv(rows: readonly Members[], columns: readonly string[]): string {
  const cells = rows.map((row) => columns.map((column) => cellText(at(row, column.split('.')))))
  return [[...columns], ...cells].map((line) => `${line.map(quoted).join(',')}\n`).join('')
}

function formatTweet(tweet: Members): Members {
  const { in_reply_to_user: _, type: __, ...row } = tweet
  const references = (tweet['referenced_tweets'] ?? []) as Members[]
  const retweeted = references.findLast(({ type }) => type === 'retweeted')
  const quoted = references.findLast(({ type }) => type === 'quoted')
  if (retweeted?.['author_id'] !== undefined) {
    row['retweeted_user_id'] = retweeted['author_id']
    row['retweeted_username'] = at(retweeted, ['author', 'username'])
  }
  if (quoted?.['author_id'] !== undefined) row['quoted_user_id'] = quoted['author_id']
  row['quoted_username'] = quoted === undefined ? undefined : at(quoted, ['author', 'username'])
  for (const name of ['text', 'entities', 'attachments', 'context_annotations', 'public_metrics']) {
    row[name] = retweeted?.[name] ?? tweet[name]
  }
  row['referenced_tweets'] = Object.fromEntries(references.map(({ type, id }) => [type, { id }]))
  row['entities'] = processEntities(row['entities'])
  row['author'] = formatUser(row['author'] as Members)
  return row
}

function formatUser(user: Members): Members {
  const entities = (user['entities'] ?? {}) as Members
  const urls = at(entities, ['url', 'urls']) as Members[] | undefined
  const targets = urls?.map((url) => url['expanded_url'] ?? url['url'])
  return {
    ...user,
    url: targets === undefined ? user['url'] : targets.at(-1),
    entities: { url: { urls: targets }, description: processEntities(entities['description']) },
  }
}

function processEntities(entities: unknown): Members {
  const { cashtags, hashtags, mentions, urls, ...rest } = (entities ?? {}) as Record<string, Members[]>
  return {
    ...rest,
    cashtags: cashtags?.map(({ tag }) => `$${tag}`),
    hashtags: hashtags?.map(({ tag }) => `#${tag}`),
    mentions: mentions?.map(({ username }) => `@${username}`),
    urls: urls?.map((url) => ('media_key' in url ? url['display_url'] : (url['expanded_url'] ?? url['url']))),
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  return typeof value === 'object' && value !== null ? at((value as Members)[name], rest) : undefined
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return value.replace(/\r/g, '').replace(/\n/g, '\\n')
  return json(value)
}

/** Writes JSON like `json.dumps` of Python. */
function json(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value).replace(
      /[\x7f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  }
  const members = Object.entries(value).map(([name, item]) => `${json(name)}: ${json(item)}`)
  return `{${members.join(', ')}}`
}

function quoted(cell: string): string {
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
