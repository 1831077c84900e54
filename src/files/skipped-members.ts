/** Decides which members of zip and tar files are not read, and describes the members that were skipped. */
import { shownName } from './shown-name.ts'
import { type TarMember, tarMembers } from './tar.ts'

/** Members that operating systems and archive programs add. */
const SYSTEM = /(?:^|[\\/])(?:__MACOSX[\\/]|\.DS_Store$|\._|Thumbs\.db$)/i
/** Web pages with their files, and descriptions. */
const PAGES = /(?:^|[\\/])(?:README\.txt$|assets[\\/])|\.html?$/i
/** Data in the folder `assets`, which only personal archives reserve for web pages. */
const DATA =
  /\.(?:json|jsonl|ndjson|csv|tsv|tab|mtx|edges)(?:\.\w{1,5})?$|(?<!README|LICENSE)\.txt(?:\.\w{1,5})?$|\.(?:zip|tar|tgz|tbz2)$/i
/** Members that identify a personal archive. */
const ARCHIVE_MARK = /(?:^|[\\/])(?:account\.js|data[\\/]manifest\.js|js[\\/]user_details\.js)$/i

/** Maximum number of skipped members that a warning names. */
const MAX_NAMED = 3

/** Selects the members of one container. */
export class MemberSelection {
  #isArchive: boolean
  #count = 0
  readonly #named: string[] = []

  /** @param names names of all members, if they are known before the members are read */
  constructor(names: readonly string[] = []) {
    this.#isArchive = names.some((name) => ARCHIVE_MARK.test(name))
  }

  /** True if a member must be read. */
  reads(name: string): boolean {
    if (ARCHIVE_MARK.test(name)) this.#isArchive = true
    if (SYSTEM.test(name)) return false
    if (!PAGES.test(name) || (DATA.test(name) && !this.#isArchive)) return true
    this.#count += 1
    if (this.#named.length < MAX_NAMED) this.#named.push(shownName(name))
    return false
  }

  /** Warns of the members that were skipped. Those of a personal archive are known, and contain no data. */
  warn(warn: (reason: string) => void): void {
    if (this.#count === 0 || this.#isArchive) return
    const more = this.#count - this.#named.length
    const names = `${this.#named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    warn(`web pages and descriptions were skipped: ${names}`)
  }
}

/** The files of a tar file that must be read. */
export async function* selectedFiles(
  chunks: AsyncIterable<Buffer>,
  selection: MemberSelection,
): AsyncGenerator<TarMember> {
  for await (const member of tarMembers(chunks)) {
    if (member.isFile && selection.reads(member.name)) yield member
    else await member.skip()
  }
}
