/** Imports the posts of a personal archive, except private posts. */
import type { ImportedUser } from '../../../domain/accounts/imported-user.ts'
import { importPosts, MAX_POST_BATCH } from '../../../domain/posts/import/import-posts.ts'
import { assignedValuesOf } from '../../../files/json-values.ts'
import type { Fields } from '../../json-fields.ts'
import type { LineFormat } from '../../line-import.ts'
import { v11BundleOf } from '../../posts/post-object.ts'
import { MAX_POST_LINE_BYTES, weightOf } from '../../posts/posts.ts'
import { repairsOfNames } from '../../repairs.ts'
import { parsed, withoutHeldBack } from '../archive-element.ts'
import { innerOf, withoutOwner } from '../archive-owner.ts'
import { elementOf, idsOf, type PostScreen, postOf } from '../archive-screen.ts'
import { ArchivePostMedia } from '../media/post-media.ts'
import type { ArchiveNotes } from './archive-notes.ts'
import { isOfDay, type PostsSeen } from './archive-posts-seen.ts'
import { type ArchivePost, isCutRepost, originalIn, withOriginals } from './archive-reposts.ts'

/** Size of a medium in a batch, as a number of posts. */
const MEDIUM_WEIGHT = 10

interface PostTools {
  readonly owner: ImportedUser
  readonly screen: PostScreen
  readonly notes: ArchiveNotes
  readonly media: ArchivePostMedia
  readonly seen: PostsSeen
}

/** The import format of files of posts. @param onHeld called for each post that is held back */
export function postsOf(tools: PostTools, onHeld: () => void): LineFormat<ArchivePost> {
  const { owner, screen, notes, media, seen } = tools
  const author = { id: owner.id, readUser: () => owner }
  const isHeld = (text: string) => {
    const isPrivate = screen.holdsPost(text)
    if (isPrivate) seen.seeHeld(text)
    return isPrivate
  }
  return {
    kind: 'archive-posts',
    batch: MAX_POST_BATCH,
    longest: MAX_POST_LINE_BYTES,
    refusesLate: true,
    // Each run reads the file from the beginning. Therefore a run after an interruption counts all held-back posts,
    // notes and files.
    async *read(file, options) {
      for await (const lines of withoutHeldBack(assignedValuesOf(file, options), isHeld, onHeld)) {
        for (const { text } of lines) {
          const element = elementOf(text)
          const post = element && postOf(element)
          if (post === undefined) continue
          notes.withNote(post)
          media.refer(post)
          seen.see(post)
        }
        yield lines
      }
    },
    parse: (text, note) =>
      parsed(text, note, (fields, noted) => {
        const post = withoutOwner(innerOf(fields, 'tweet'), owner.id)
        const isRepost = isCutRepost(post)
        const bundle = v11BundleOf(marked(notes.withNote(post), isRepost), { author }, noted)
        return { ...bundle, isRepost, original: isRepost ? originalIn(post) : undefined }
      }),
    weigh: (bundle, text) =>
      bundle.posts.reduce(
        (sum, post) => sum + MEDIUM_WEIGHT * ArchivePostMedia.countIn(post),
        weightOf(bundle, text),
      ),
    async store(context, posts, note) {
      const { bundles, plain } = await withOriginals(context, posts)
      const uploads = await media.upload(bundles)
      // The progress that is stored with this batch contains the new number.
      seen.plainReposts += plain
      await importPosts(
        context,
        bundles,
        (tx, outcome) =>
          note(tx, {
            ...outcome,
            skipped: outcome.skipped + outcome.deleted,
            repaired: repairsOfNames(outcome.renamed),
          }),
        { uploads },
      )
    },
  }
}

/** The post, with marks for facts that the archive lacks. The marks are stored with the post. */
function marked(post: Fields, isRepost: boolean): Fields {
  const [id] = idsOf(post)
  const time = id !== undefined && isOfDay(post, id) ? { archived_time: 'day' } : {}
  return { ...post, ...time, ...(isRepost ? { archived_repost: true } : {}) }
}
