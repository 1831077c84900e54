import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { MODERATION } from '../../../text/moderation.ts'
import type { DeskPost } from '../moderation/post-columns.tsx'

const TEXT = MODERATION.pin

interface Props {
  readonly post: DeskPost
  readonly isPinned: boolean
  readonly onClose: () => void
}

/** Asks for confirmation before a post is pinned to the profile of its author, or unpinned. */
export function PinPost({ post: { initial_id: id, author }, isPinned, onClose }: Props) {
  const client = useQueryClient()
  const change = async () => {
    await api.PUT('/console/api/operator/posts/{post_id}/pin', {
      params: { path: { post_id: id } },
      body: { is_pinned: !isPinned },
    })
    await client.invalidateQueries({ queryKey: ['operator'] })
  }
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={isPinned ? TEXT.unpin : TEXT.pin}
      action={isPinned ? TEXT.unpin : TEXT.pin}
      isHarmless
      onConfirm={change}
    >
      <Stack gap="sm">
        {isPinned ? TEXT.unpinText(author.username) : TEXT.pinText(author.username)}
        <SameCommand command={`aviary post ${isPinned ? 'unpin' : 'pin'} ${id}`} />
      </Stack>
    </ConfirmByName>
  )
}
