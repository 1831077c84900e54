/**
 * A copy of posts and users, and what each message of the stream does to it. Nothing here reads or writes: the same
 * loads and messages in the same order always make the same copy, and that is how store.js brings it back.
 *
 * The state of a post or user is kept also while its object is not: it may be loaded later, and must be right then.
 */

export class Copy {
  /** By id: `{ userId, object, isDeleted, isDropped, withheld, versions, shows }`, each only as far as it is known. */
  posts = new Map()
  /** By id: `{ object, isDeactivated, isProtected, isSuspended, withheld, scrubbedUpTo }`, likewise. */
  users = new Map()
  /** `user post` of each like. */
  likes = new Set()
  /** What the stream could not tell any more: see the README. */
  gaps = []
  /** Ids of the posts of a user, and of the posts that show another. */
  #postsOf = new Map()
  #shownBy = new Map()
  /** The likes of a post. */
  #likesOf = new Map()

  /** Takes in a v1.1 post or user object, or `{ favorite: { user_id_str, tweet_id_str } }`. */
  load(object) {
    if (object.favorite !== undefined) this.#loadLike(object.favorite)
    else if (object.screen_name !== undefined) this.#loadUser(object)
    else this.#loadPost(object)
  }

  /** Does what a message of the stream asks for. Messages of kinds that are not known are no reason to stop. */
  apply(message) {
    const [[kind, facts]] = Object.entries(message)
    MESSAGES[kind]?.(this, facts)
  }

  post(id) {
    return found(this.posts, id)
  }

  user(id) {
    return found(this.users, id)
  }

  /** Whether a post may be shown to somebody in a country, such as `DE`. */
  isShown(id, country) {
    const post = this.posts.get(id)
    if (post?.object === undefined || post.isDropped) return false
    const author = this.users.get(post.userId) ?? {}
    if (author.isDeactivated || author.isProtected || author.isSuspended) return false
    const withheld = [...(post.withheld ?? []), ...(author.withheld ?? [])]
    return !withheld.some((code) => code === country || code === 'XX' || code === 'XY')
  }

  /** Ids of newest versions that the copy does not have, of posts of which it has an earlier one. */
  wanted() {
    const has = (id) => this.posts.get(id)?.object !== undefined
    return [...this.posts].flatMap(([id, { isDeleted, versions = [] }]) =>
      !isDeleted && versions.at(-1) === id && !has(id) && versions.some(has) ? [id] : [],
    )
  }

  /**
   * What is deleted is erased; that it is, is kept. What reposts it has nothing left to show, and likes of it go without
   * messages of their own.
   */
  erase(id) {
    const { userId } = this.post(id)
    this.posts.set(id, { isDeleted: true })
    this.#postsOf.get(userId)?.delete(id)
    for (const like of this.#likesOf.get(id) ?? []) this.likes.delete(like)
    this.#likesOf.delete(id)
    const others = this.#shownBy.get(id) ?? []
    this.#shownBy.delete(id)
    for (const other of others)
      if (this.posts.get(other)?.object?.retweeted_status_id_str === id) this.erase(other)
  }

  unlike(favorite) {
    const like = likeOf(favorite)
    this.likes.delete(like)
    this.#likesOf.get(favorite.tweet_id_str)?.delete(like)
  }

  changeUser(id, state) {
    Object.assign(this.user(id), state)
  }

  /** The state of a post is that of all its versions; it is told of one. */
  changePost(id, state) {
    for (const version of this.post(id).versions ?? [id]) {
      const post = this.post(version)
      if (!post.isDeleted) Object.assign(post, state)
    }
  }

  /** @param versions ids of all versions, the first one first; they share the state of those that were known */
  edit(versions) {
    const { isDropped, withheld } = this.posts.get(versions.find((id) => this.posts.has(id))) ?? {}
    for (const id of versions) {
      const post = this.post(id)
      if (post.isDeleted) continue
      post.versions = versions
      if (isDropped !== undefined) post.isDropped ??= isDropped
      if (withheld !== undefined) post.withheld ??= withheld
    }
  }

  /** Forgets where posts were written, those that are loaded later too. */
  scrub(userId, upTo) {
    const user = this.user(userId)
    if (BigInt(upTo) > BigInt(user.scrubbedUpTo ?? 0)) user.scrubbedUpTo = upTo
    for (const id of this.#postsOf.get(userId) ?? []) this.#scrubPost(id, this.post(id))
  }

  /** One of a post that is deleted is gone already. */
  #loadLike(favorite) {
    if (!this.posts.get(favorite.tweet_id_str)?.isDeleted) this.#keepLike(likeOf(favorite))
  }

  #keepLike(like) {
    this.likes.add(like)
    foundIn(this.#likesOf, like.split(' ')[1]).add(like)
  }

  #loadUser({ status: _, ...object }) {
    const user = this.user(object.id_str)
    user.object = object
    // What the stream has said is newer than what was loaded, and stands.
    user.isProtected ??= object.protected === true
    user.isSuspended ??= object.suspended === true
    user.withheld ??= object.withheld_in_countries ?? []
  }

  /** Posts inside posts are kept by themselves: whoever deletes one must find it. */
  #loadPost({ user, retweeted_status: original, quoted_status: quoted, ...object }) {
    for (const other of [original, quoted]) if (other != null) this.#loadPost(other)
    if (user.screen_name !== undefined) this.#loadUser(user)
    const id = object.id_str
    const post = this.post(id)
    if (post.isDeleted || (original != null && this.post(original.id_str).isDeleted)) return
    post.userId = user.id_str
    post.object = original == null ? object : { ...object, retweeted_status_id_str: original.id_str }
    post.withheld ??= object.withheld_in_countries ?? []
    foundIn(this.#postsOf, user.id_str).add(id)
    if (original != null) foundIn(this.#shownBy, original.id_str).add(id)
    this.#scrubPost(id, post)
  }

  #scrubPost(id, { userId, object }) {
    const { scrubbedUpTo = 0 } = this.user(userId)
    if (object === undefined || BigInt(id) > BigInt(scrubbedUpTo)) return
    for (const field of ['geo', 'coordinates', 'place']) if (field in object) object[field] = null
  }

  /** Everything, one line each, and back. */
  *lines() {
    for (const [id, post] of this.posts) yield { post: id, ...post }
    for (const [id, user] of this.users) yield { user: id, ...user }
    for (const like of this.likes) yield { like }
    for (const gap of this.gaps) yield { gap }
  }

  restore({ post: postId, user: userId, like, gap, ...state }) {
    if (like !== undefined) this.#keepLike(like)
    else if (gap !== undefined) this.gaps.push(gap)
    else if (userId !== undefined && postId === undefined) this.users.set(userId, state)
    else {
      this.posts.set(postId, state)
      if (state.userId !== undefined) foundIn(this.#postsOf, state.userId).add(postId)
      const original = state.object?.retweeted_status_id_str
      if (original !== undefined) foundIn(this.#shownBy, original).add(postId)
    }
  }
}

/**
 * Every kind of message (spec of the stream: one key, the kind). Ids are read from their `_str` twins: as numbers, those
 * above 2^53 are not what they were.
 */
const MESSAGES = {
  delete: (copy, { status, favorite }) => {
    if (favorite !== undefined) copy.unlike(favorite)
    else copy.erase(status.id_str)
  },
  drop: (copy, { status }) => copy.changePost(status.id_str, { isDropped: true }),
  undrop: (copy, { status }) => copy.changePost(status.id_str, { isDropped: false }),
  status_withheld: (copy, { status, withheld_in_countries: withheld }) =>
    copy.changePost(status.id_str, { withheld }),
  tweet_edit: (copy, { edit_tweet_ids: versions }) => copy.edit(versions),
  scrub_geo: (copy, { user_id_str, up_to_status_id_str }) => copy.scrub(user_id_str, up_to_status_id_str),
  user_delete: (copy, user) => copy.changeUser(idOf(user), { isDeactivated: true }),
  user_undelete: (copy, user) => copy.changeUser(idOf(user), { isDeactivated: false }),
  user_protect: (copy, user) => copy.changeUser(idOf(user), { isProtected: true }),
  user_unprotect: (copy, user) => copy.changeUser(idOf(user), { isProtected: false }),
  user_suspend: (copy, user) => copy.changeUser(idOf(user), { isSuspended: true }),
  user_unsuspend: (copy, user) => copy.changeUser(idOf(user), { isSuspended: false }),
  user_withheld: (copy, { user, withheld_in_countries: withheld }) =>
    copy.changeUser(idOf(user), { withheld }),
  gap: (copy, gap) => copy.gaps.push(gap),
}

function idOf({ id, id_str = String(id) }) {
  return id_str
}

function likeOf({ user_id_str, tweet_id_str }) {
  return `${user_id_str} ${tweet_id_str}`
}

function found(map, id) {
  if (!map.has(id)) map.set(id, {})
  return map.get(id)
}

function foundIn(map, key) {
  if (!map.has(key)) map.set(key, new Set())
  return map.get(key)
}
