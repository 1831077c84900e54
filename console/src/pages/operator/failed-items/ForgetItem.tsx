import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { FAILED_ITEMS as TEXT } from '../../../text/failed-items.ts'
import type { FailedItem } from './failed-item.ts'

interface Props {
  readonly named: FailedItem
  readonly onClose: () => void
}

/** Asks for confirmation before an item is removed from the list without a retry. */
export function ForgetItem({ named: { reader, item }, onClose }: Props) {
  const client = useQueryClient()
  const forget = async () => {
    await api.POST('/console/api/operator/failed_items/forget', { body: { reader, item } })
    await client.invalidateQueries({ queryKey: ['operator', 'failed-items'] })
  }
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={TEXT.forgetOf(item, reader)}
      action={TEXT.forget}
      onConfirm={forget}
    >
      <Stack gap="sm">
        {TEXT.forgetText}
        <SameCommand command={`aviary failed forget ${shellWord(item)} --reader ${shellWord(reader)}`} />
      </Stack>
    </ConfirmByName>
  )
}
