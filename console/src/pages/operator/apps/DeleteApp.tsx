import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { ReasonInput } from './ReasonInput.tsx'
import type { ShownApp } from './shown-app.ts'

const TEXT = DESK_APPS.app

interface Props {
  readonly app: ShownApp['app']
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Deletes an app, after the operator has typed its name and a reason. */
export function DeleteApp({ app, onClose, onDeleted }: Props) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const remove = async () => {
    await api.DELETE('/console/api/operator/apps/{app_id}', {
      params: { path: { app_id: app.id } },
      body: { name: app.name, reason: reason.trim() },
    })
    onDeleted()
    await client.invalidateQueries({ queryKey: ['operator', 'apps'] })
  }
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={TEXT.deleteTitle(app.name)}
      name={app.name}
      action={TEXT.remove}
      onConfirm={remove}
    >
      <Stack gap="sm">
        {TEXT.deleteText}
        <ReasonInput value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        <SameCommand command={`aviary app delete ${app.id} --reason ${shellWord(reason.trim() || 'TEXT')}`} />
      </Stack>
    </ConfirmByName>
  )
}
