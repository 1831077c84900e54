/** The users who can answer a post (spec/v2-posts.md#reply-settings). */

/** The settings except the default, with which everyone can answer. */
export const REPLY_SETTINGS = ['mentionedUsers', 'following', 'subscribers', 'verified'] as const

export type ReplySettings = (typeof REPLY_SETTINGS)[number]
