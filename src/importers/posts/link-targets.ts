/** Pairs the links of a post with the addresses in the column `expanded_urls` of an archive's `tweets.csv`. */
import { MAX_ADDRESS_LENGTH } from '../../domain/posts/entity-schema.ts'

const SHORT_LINK = /^https?:\/\/t\.co\//i

/** A web address without a blank. Addresses can contain commas, and the commas between addresses have no blank. */
const ADDRESS = /^https?:\/\/[^\s/,]\S*$/i

/**
 * Targets by link (spec/data-files.md#tables). An archive has a target for each short link, in the order of the links.
 * The target of several media is repeated, and the target of a link that the text repeats may occur once.
 * @param links links of the text, in order
 * @param cell addresses, separated by commas
 * @returns undefined if there is not one target for each link
 */
export function linkTargets(links: readonly string[], cell: string): ReadonlyMap<string, string> | undefined {
  const targets = cell.split(/,(?=https?:\/\/)/i)
  if (!targets.every((target) => ADDRESS.test(target) && target.length <= MAX_ADDRESS_LENGTH))
    return undefined
  const short = links.filter((link) => SHORT_LINK.test(link))
  return (
    paired(links, targets) ??
    paired(short, targets) ??
    paired(once(links), once(targets)) ??
    paired(once(short), once(targets))
  )
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

/**
 * Pairs links and targets by their order. Undefined if the numbers differ, if a link would have two targets, or if a
 * link that is not short would not lead to itself.
 */
function paired(
  links: readonly string[],
  targets: readonly string[],
): ReadonlyMap<string, string> | undefined {
  if (links.length !== targets.length) return undefined
  const pairs = new Map<string, string>()
  for (const [index, link] of links.entries()) {
    const target = targets[index] ?? link
    if ((pairs.get(link) ?? target) !== target) return undefined
    if (!SHORT_LINK.test(link) && link !== target) return undefined
    pairs.set(link, target)
  }
  return pairs
}
