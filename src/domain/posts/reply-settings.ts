/** The users who may answer a post (spec/v2-posts.md#reply-settings). */

/** Settings other than the default, by which everyone may answer. */
export const REPLY_SETTINGS = ['mentionedUsers', 'following', 'subscribers', 'verified'] as const

export type ReplySettings = (typeof REPLY_SETTINGS)[number]
