/** The users who may answer a post, in API v2 (spec/v2.md#later-members). */
import { Type } from 'typebox'
import { REPLY_SETTINGS } from '../../domain/posts/reply-settings.ts'

export const REPLY_SETTING = Type.Union(
  (['everyone', ...REPLY_SETTINGS] as const).map((setting) => Type.Literal(setting)),
)
