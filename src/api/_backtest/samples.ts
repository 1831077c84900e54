/** Some of the matching posts, in the form of a look-up by an app in Labs v2. */
import type { Caller } from '../../auth/caller.ts'
import { DEFAULT_SELECTION, POST } from '../../formats/v2/fields.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { type PostServices, postPartsOf } from '../_v2/posts.ts'
import { LABS_2_DIALECT, v2View } from '../_v2/view.ts'

/** Maximum samples of one response. */
export const MAX_SAMPLES = 20

const SELECTION = { ...DEFAULT_SELECTION, post: DEFAULT_SELECTION.post | POST.author_id | POST.created_at }

/** Counts posts and collects the ids of the first {@link MAX_SAMPLES} posts. */
export class Sampled {
  readonly ids: bigint[] = []
  #matched = 0

  get matched(): number {
    return this.#matched
  }

  take(id: bigint): void {
    this.#matched += 1
    if (this.ids.length < MAX_SAMPLES) this.ids.push(id)
  }
}

/** The posts with these ids, in input order. Posts that have been deleted are left out. */
export async function samplesOf(
  services: PostServices,
  { caller, outer }: { readonly caller: Caller; readonly outer: RequestContext },
  ids: readonly bigint[],
): Promise<readonly unknown[]> {
  const view = v2View(caller, LABS_2_DIALECT, SELECTION, outer)
  const { data } = await postPartsOf(services, view, ids)
  return data.map((bytes) => JSON.parse(bytes.toString()) as unknown)
}
