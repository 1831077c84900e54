/** The source of posts that members write on pages (spec/posts.md#post-object `source`). */
import type { PostSource } from '../../domain/posts/content.ts'

export const MEMBER_SOURCE: PostSource = { name: 'Aviary', url: '' }
