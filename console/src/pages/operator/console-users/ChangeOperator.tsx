import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { CONSOLE_USERS as TEXT } from '../../../text/console-users.ts'
import type { ConsoleUser } from './console-user.ts'

interface Props {
  readonly user: ConsoleUser
  readonly onClose: () => void
}

/** Asks for confirmation before a user becomes an operator, or loses access to the desk. */
export function ChangeOperator({ user: { email, is_operator: isOperator }, onClose }: Props) {
  const client = useQueryClient()
  const change = async () => {
    await api.PUT('/console/api/operator/console_users/operator', {
      body: { email, is_operator: !isOperator },
    })
    await client.invalidateQueries({ queryKey: ['operator'] })
  }
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={isOperator ? TEXT.revokeOf(email) : TEXT.grantOf(email)}
      action={isOperator ? TEXT.revoke : TEXT.grant}
      onConfirm={change}
    >
      <Stack gap="sm">
        {isOperator ? TEXT.revokeText : TEXT.grantText}
        <SameCommand
          command={`aviary console operator ${isOperator ? 'revoke' : 'grant'} ${shellWord(email)}`}
        />
      </Stack>
    </ConfirmByName>
  )
}
