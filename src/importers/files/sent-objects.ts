/**
 * Converts read objects to a form that a thread can send. The objects are plain data, except for functions that read
 * authors. Functions cannot be sent.
 */
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import type { ImportedAuthor, ImportedPost, PostBundle } from '../../domain/posts/import/imported-post.ts'
import { IGNORE_FAULTS } from '../../lib/repair.ts'
import { VALUE_FORMS } from '../forms/index.ts'
import { readValue } from '../forms/read-value.ts'
import type { ImportItem } from '../items.ts'
import type { ReadObject } from './file-value.ts'

type SentPost = Omit<ImportedPost, 'author'> & { readonly author: SentAuthor }

/** An author without the function `readUser`. */
interface SentAuthor extends Omit<ImportedAuthor, 'readUser'> {
  /** The user that the function returned. */
  readonly user?: ImportedUser | undefined
  /** True if the receiver must read the user again from the text of the object. */
  readonly isInText?: true
}

type PostsItem = Extract<ImportItem, { kind: 'posts' }>
type SentItem =
  | Exclude<ImportItem, PostsItem>
  | {
      readonly kind: 'posts'
      readonly bundle: Omit<PostBundle, 'posts' | 'referenced'> & {
        readonly posts: readonly SentPost[]
        readonly referenced: readonly SentPost[]
      }
    }

export interface SentObject extends Omit<ReadObject, 'items'> {
  readonly items: readonly SentItem[]
}

/**
 * Maximum number of times that an author is sent together with the user data. A batch of posts needs the user data only
 * once to create the author.
 */
const MAX_SENT_USERS = 8

/** Maximum number of authors for which occurrences are counted. */
const MAX_AUTHORS = 200_000

/** Prepares objects for sending. */
export class ObjectSender {
  readonly #sent = new Map<bigint, number>()

  prepare(object: ReadObject): SentObject {
    const { items, ...others } = object
    return { ...others, items: items.map((item) => this.#item(item, object.isPartial === true)) }
  }

  #item(item: ImportItem, isPartial: boolean): SentItem {
    if (item.kind !== 'posts') return item
    const post = ({ author, ...others }: ImportedPost) => ({
      ...others,
      author: this.#author(author, isPartial),
    })
    const { posts, referenced, ...others } = item.bundle
    return { kind: 'posts', bundle: { ...others, posts: posts.map(post), referenced: referenced.map(post) } }
  }

  #author({ readUser, ...author }: ImportedAuthor, isPartial: boolean): SentAuthor {
    if (readUser === undefined) return author
    const sent = this.#sent.get(author.id) ?? 0
    if (!isPartial && sent >= MAX_SENT_USERS) return { ...author, isInText: true }
    if (this.#sent.size >= MAX_AUTHORS) this.#sent.clear()
    this.#sent.set(author.id, sent + 1)
    return { ...author, user: readUser() }
  }
}

/** The objects that {@link ObjectSender} prepared, restored by the receiver. */
export function receivedObjects(objects: readonly SentObject[]): readonly ReadObject[] {
  return objects.map((object) => {
    // The functions must not refer to the whole object, because the object would then stay in memory, and a batch has
    // thousands of objects.
    const { text } = object
    let again: readonly ImportItem[] | undefined
    const readAgain = () => (again ??= readValue(VALUE_FORMS, text, IGNORE_FAULTS).items)
    const items = object.items.map((item, index) => receivedItem(item, () => readAgain()[index]))
    return { ...object, items }
  })
}

function receivedItem(item: SentItem, readAgain: () => ImportItem | undefined): ImportItem {
  if (item.kind !== 'posts') return item
  const some = (name: 'posts' | 'referenced') =>
    item.bundle[name].map(({ author, ...others }, index) => ({
      ...others,
      author: receivedAuthor(author, () => {
        const read = readAgain()
        return read?.kind === 'posts' ? read.bundle[name][index]?.author.readUser?.() : undefined
      }),
    }))
  return { kind: 'posts', bundle: { ...item.bundle, posts: some('posts'), referenced: some('referenced') } }
}

function receivedAuthor(author: SentAuthor, readAgain: () => ImportedUser | undefined): ImportedAuthor {
  const { user, isInText = false, ...others } = author
  if (isInText) return { ...others, readUser: readAgain }
  return 'user' in author ? { ...others, readUser: () => user } : others
}
