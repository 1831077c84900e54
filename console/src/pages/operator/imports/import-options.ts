/** Options that only a few imports need, and the flags of the command for these options. */
import { shellWord } from '../../../components/SameCommand.tsx'

/** Values of the form. An empty text or false sets no option. */
export interface OptionValues {
  readonly encoding: boolean
  readonly author: string
  readonly new_ids: boolean
  readonly live_rate: string
  readonly id_offset: string
  readonly list_of: string
  readonly list_kind: 'followers' | 'following'
  readonly newest_first: boolean
  readonly root: string
  readonly skip_circle_era: boolean
  readonly circle_ids: string
}

export const NO_OPTIONS: OptionValues = {
  ...{ encoding: false, author: '', new_ids: false, live_rate: '', id_offset: '', list_of: '' },
  ...{ list_kind: 'followers', newest_first: false, root: '', skip_circle_era: false, circle_ids: '' },
}

/** The kinds of content that the import may have. */
export interface Contents {
  readonly hasArchives: boolean
  readonly hasPosts: boolean
  readonly hasFollows: boolean
}

/** The options that are set, with the names of the API. */
export function optionsIn(values: OptionValues, { hasArchives, hasPosts, hasFollows }: Contents) {
  const { author, live_rate, id_offset, list_of, list_kind, root, circle_ids } = values
  return {
    ...(values.encoding ? { encoding: 'windows-1252' as const } : {}),
    ...(hasPosts && author !== '' ? { author } : {}),
    ...(hasPosts && values.new_ids ? { new_ids: true } : {}),
    ...(hasPosts && live_rate !== '' ? { live_rate: Number(live_rate) } : {}),
    ...(hasFollows && id_offset !== '' ? { id_offset } : {}),
    ...(hasFollows && list_of !== '' ? { list_of, list_kind } : {}),
    ...(hasFollows && values.newest_first ? { newest_first: true } : {}),
    ...(hasArchives && root !== '' ? { root } : {}),
    ...(hasArchives && values.skip_circle_era ? { skip_circle_era: true } : {}),
    ...(hasArchives && circle_ids !== '' ? { circle_ids } : {}),
  }
}

/** The flags of the command. */
export function optionFlags(options: ReturnType<typeof optionsIn>): readonly string[] {
  const { encoding, author, live_rate, id_offset, list_of, list_kind, root } = options
  return [
    ...(encoding === undefined ? [] : ['--encoding', encoding]),
    ...(author === undefined ? [] : ['--author', shellWord(author)]),
    ...(options.new_ids === undefined ? [] : ['--new-ids']),
    ...(live_rate === undefined ? [] : ['--live', '--rate', String(live_rate)]),
    ...(id_offset === undefined ? [] : ['--id-offset', shellWord(id_offset)]),
    ...(list_of === undefined ? [] : ['--of', shellWord(list_of), '--kind', list_kind ?? 'followers']),
    ...(options.newest_first === undefined ? [] : ['--newest-first']),
    ...(root === undefined ? [] : ['--root', shellWord(root)]),
    ...(options.skip_circle_era === undefined ? [] : ['--circle-era', 'skip']),
    ...(options.circle_ids === undefined ? [] : ['--circle-ids', 'circle-ids.txt']),
  ]
}
