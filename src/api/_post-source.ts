/** The source of new posts, which names the app that wrote the post (spec/posts.md#post-object `source`). */
import type { App } from '../domain/apps/app.ts'
import { homeOf } from '../domain/apps/app-details.ts'
import type { PostSource } from '../domain/posts/content.ts'

/** The current name and home page of the app that writes a post. */
export function sourceOf(app: Pick<App, 'name' | 'url' | 'callbackUrls'>): PostSource {
  return { name: app.name, url: homeOf(app) }
}
