/** Reads `tweets.csv` from archives of 2012 to 2019 that have no files for the months (spec/archives.md#grailbird). */
import { contentOf } from '../../../files/content.ts'
import type { InnerFile } from '../../../files/lines.ts'
import { FileUnreadable } from '../../../files/unreadable.ts'
import { normalizedName } from '../../graph/edge-rows.ts'

/**
 * Fields of a v1.1 post by the normalized name of their column. The remaining columns describe original posts, which
 * the archive does not contain.
 */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['tweetid', 'id_str'],
  ['timestamp', 'created_at'],
  ['source', 'source'],
  ['text', 'text'],
  ['inreplytostatusid', 'in_reply_to_status_id_str'],
  ['inreplytouserid', 'in_reply_to_user_id_str'],
  ['expandedurls', 'expanded_urls'],
])

/** The rows of a table, in the form of a file of one month. */
export function monthOfTable(file: InnerFile): InnerFile {
  return { name: file.name, open: () => postsOf(file) }
}

/** @throws {FileUnreadable} when the file is not a table of posts */
async function* postsOf(file: InnerFile): AsyncGenerator<Buffer> {
  const content = await contentOf(file.open())
  if (content.is !== 'table') throw notPosts(file)
  let names: readonly (string | undefined)[] | undefined
  yield Buffer.from('window.YTD.tweets.part0 = [')
  let separator = '\n'
  for await (const rows of content.rows) {
    for (const { cells, fault } of rows) {
      if (names === undefined) {
        names = cells.map((cell) => MEMBERS.get(normalizedName(cell)))
        if (!names.includes('id_str') || !names.includes('text')) throw notPosts(file)
        continue
      }
      // The reader of posts rejects a row without an id.
      const isWhole = fault === undefined && cells.length === names.length
      const post = isWhole ? postOf(cells, names) : { row: cells.join() }
      yield Buffer.from(`${separator}${JSON.stringify(post)}`)
      separator = ',\n'
    }
  }
  yield Buffer.from(']')
}

function postOf(cells: readonly string[], names: readonly (string | undefined)[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const cell = cells[index] ?? ''
      return name === undefined || cell === '' ? [] : [[name, cell]]
    }),
  )
}

function notPosts({ name }: InnerFile): FileUnreadable {
  return new FileUnreadable(
    `${name} is not a table with the columns tweet_id and text; get the archive again`,
  )
}
