import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { SecretDialog } from '../../../components/SecretDialog.tsx'
import { CONSOLE_USERS as TEXT } from '../../../text/console-users.ts'
import type { ConsoleUser } from './console-user.ts'

interface Props {
  readonly user: ConsoleUser
  readonly onClose: () => void
}

/** A dialog that makes a link for signing in to the console, and shows it once. */
export function MakeConsoleLink({ user: { email }, onClose }: Props) {
  const client = useQueryClient()
  const [link, setLink] = useState<string>()
  const make = useMutation({
    mutationFn: () => dataOf(api.POST('/console/api/operator/console_users/link', { body: { email } })),
    // The response has a secret, which must not stay in the cache.
    gcTime: 0,
    onSuccess: async ({ url }) => {
      setLink(url)
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  return (
    <SecretDialog
      title={TEXT.linkOf(email)}
      help={TEXT.linkHelp}
      values={link === undefined ? undefined : [{ name: TEXT.link, value: link }]}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <Stack>
          <Text size="sm">{TEXT.linkText}</Text>
          <SameCommand command={`aviary console link ${shellWord(email)}`} />
          <FormButtons submit={TEXT.link} isRunning={make.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </SecretDialog>
  )
}
