/**
 * 2/tweets: GET returns one or many posts by id (spec/labs-lookup.md#early-access), POST writes or edits a post, and
 * DELETE deletes a post.
 */

import { lookup } from '../_v2/lookups.ts'
import { deletePosts } from '../_v2/posting/delete-post.ts'
import { writePosts } from '../_v2/posting/new-post.ts'

export const v2Post = lookup({
  generation: '2',
  subject: 'posts',
  path: '/2/tweets/:id',
  key: 'id',
  summary: 'One post by its id.',
})

export const v2Posts = lookup({
  generation: '2',
  subject: 'posts',
  path: '/2/tweets',
  key: 'ids',
  summary: 'Up to 100 posts by their ids.',
})

export const v2WritePost = writePosts('/2/tweets')

export const v2DeletePost = deletePosts('/2/tweets/:id')
