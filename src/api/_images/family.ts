/** The family of public images. Responses are bytes that caches may store. */
import type { Caller } from '../../auth/caller.ts'
import type { Endpoint, Family } from '../../http/endpoint.ts'
import type { ParamSpec } from '../../http/params.ts'
import { defineEndpoint, type EndpointDeclaration } from '../_endpoint.ts'
import { PAGE_DESCRIPTION, renderPageError } from '../_pages/family.ts'
import type { Services } from '../_services.ts'

type ImageDeclaration<Spec extends ParamSpec> = Pick<
  EndpointDeclaration<'none', Spec, never, never>,
  'paths' | 'summary' | 'answers' | 'params' | 'handle'
>

/** Declares an endpoint of a public image. */
export function imageEndpoint<Spec extends ParamSpec>(
  declaration: ImageDeclaration<Spec>,
): Endpoint<Caller, Services> {
  return defineEndpoint({
    method: 'GET',
    auth: ['none'],
    writes: false,
    window: undefined,
    errors: [],
    ...declaration,
  })
}

export function imageFamily(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  return {
    name: 'images',
    owns: (path) => /^\/(images|media|profile_images|profile_banners)\//.test(path),
    endpoints,
    headers: IMAGE_HEADERS,
    windowBy: 'token',
    renderError: (error) => {
      const answer = renderPageError(error)
      return { ...answer, headers: { ...NOT_KEPT, ...answer.headers } }
    },
    description: { ...PAGE_DESCRIPTION, text: 'Built-in pictures, and the media of posts.' },
  }
}

/** Headers of every image. Pages of other origins may show the images. */
const IMAGE_HEADERS = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

const NOT_KEPT = { 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-store' }
