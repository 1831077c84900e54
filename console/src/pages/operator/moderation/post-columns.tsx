import type { components } from '../../../api/schema.d.ts'
import type { Column } from '../../../components/DataTable.tsx'
import { Time } from '../../../components/Time.tsx'
import { MODERATION } from '../../../text/moderation.ts'
import { StateBadges } from './StateBadges.tsx'

export type DeskPost = components['schemas']['ConsoleDeskPost']

const TEXT = MODERATION.posts

export const POST_COLUMNS: readonly Column<DeskPost>[] = [
  {
    id: 'post',
    header: TEXT.post,
    cell: ({ text, reposted_id }) => (reposted_id === null ? text : `${TEXT.repost}: ${text}`),
    width: 'minmax(14rem, 3fr)',
  },
  {
    id: 'author',
    header: TEXT.author,
    cell: ({ author }) => `@${author.username}`,
    sortBy: ({ author }) => author.username,
    width: 'minmax(8rem, 1fr)',
  },
  {
    id: 'state',
    header: TEXT.state,
    cell: ({ dropped_at, withheld_in_countries }) => (
      <StateBadges droppedAt={dropped_at} countries={withheld_in_countries} />
    ),
    width: 'minmax(9rem, 1fr)',
  },
  {
    id: 'created',
    header: TEXT.created,
    cell: ({ created_at }) => <Time value={created_at} as="date" />,
    sortBy: ({ created_at }) => created_at,
    width: '13rem',
  },
]
