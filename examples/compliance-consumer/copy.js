/**
 * A copy of posts and users, and the effect of each message of the stream on the copy. This file reads and
 * writes no files. The same objects and messages in the same order always give the same copy, so store.js can
 * restore the copy by repeating them.
 *
 * The copy keeps the state of a post or user also without its object, because the object may be loaded later
 * and must have the right state then.
 */

export class Copy {
  /**
   * Posts by id: `{ userId, object, isDeleted, isDropped, withheld, versions }`. Unknown members are absent.
   */
  posts = new Map()
  /**
   * Users by id: `{ object, isDeactivated, isProtected, isSuspended, withheld, scrubbedUpTo }`. Unknown
   * members are absent.
   */
  users = new Map()
  /** `user post` of each like. */
  likes = new Set()
  /** Ranges of events that the server could not send (see the README). */
  gaps = []
  /** Ids of posts by their author, and ids of reposts by their original. */
  #postsOf = new Map()
  #shownBy = new Map()
  /** Likes by the id of their post. */
  #likesOf = new Map()

  /** Loads a v1.1 post or user object, or `{ favorite: { user_id_str, tweet_id_str } }`. */
  load(object) {
    if (object.favorite !== undefined) this.#loadLike(object.favorite)
    else if (object.screen_name !== undefined) this.#loadUser(object)
    else this.#loadPost(object)
  }

  /** Applies a message of the stream. Ignores messages of unknown kinds. */
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

  /** True if a post may be shown to a person in a country, such as `DE`. */
  isShown(id, country) {
    const post = this.posts.get(id)
    if (post?.object === undefined || post.isDropped) return false
    const author = this.users.get(post.userId) ?? {}
    if (author.isDeactivated || author.isProtected || author.isSuspended) return false
    const withheld = [...(post.withheld ?? []), ...(author.withheld ?? [])]
    return !withheld.some((code) => code === country || code === 'XX' || code === 'XY')
  }

  /**
   * Ids of the newest versions that the copy does not have. Only posts with an earlier version in the copy
   * count.
   */
  wanted() {
    const has = (id) => this.posts.get(id)?.object !== undefined
    return [...this.posts].flatMap(([id, { isDeleted, versions = [] }]) =>
      !isDeleted && versions.at(-1) === id && !has(id) && versions.some(has) ? [id] : [],
    )
  }

  /**
   * Erases a deleted post and records that it is deleted. Also erases its reposts and its likes, because the
   * stream has no messages about these likes.
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

  /** All versions of a post have the same state, but a message names only one version. */
  changePost(id, state) {
    for (const version of this.post(id).versions ?? [id]) {
      const post = this.post(version)
      if (!post.isDeleted) Object.assign(post, state)
    }
  }

  /**
   * Links the versions of a post. New versions get the state of a known version.
   * @param versions ids of all versions, the oldest first
   */
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

  /** Removes the locations of a user's posts, also of posts that are loaded later. */
  scrub(userId, upTo) {
    const user = this.user(userId)
    if (BigInt(upTo) > BigInt(user.scrubbedUpTo ?? 0)) user.scrubbedUpTo = upTo
    for (const id of this.#postsOf.get(userId) ?? []) this.#scrubPost(id, this.post(id))
  }

  /** A like of a deleted post is ignored. */
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
    // A state from the stream is newer than the loaded object, so it is not replaced.
    user.isProtected ??= object.protected === true
    user.isSuspended ??= object.suspended === true
    user.withheld ??= object.withheld_in_countries ?? []
  }

  /** Posts inside posts are stored separately, so that their deletion finds them. */
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

  /** One object for each line of the snapshot. {@link restore} reads these objects. */
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
 * The effect of each kind of message. The single key of a message is its kind. Ids are read from the `_str`
 * members, because a JavaScript number cannot hold ids above 2^53 exactly.
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
