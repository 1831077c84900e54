import { Checkbox, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { CONSOLE_USERS as TEXT } from '../../../text/console-users.ts'
import type { ConsoleUser } from './console-user.ts'

interface Values {
  readonly account_name: string
  readonly email: string
  readonly password: string
  readonly role: ConsoleUser['role']
  readonly is_operator: boolean
  readonly username: string
}

const NEW: Values = {
  ...{ account_name: '', email: '', password: '', role: 'admin', is_operator: false },
  username: '',
}

/** A dialog that adds a console user. */
export function AddConsoleUser({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Values>({ initialValues: NEW })
  const add = useMutation({
    mutationFn: ({ account_name, email, username, ...values }: Values) => {
      const names = { account_name: account_name.trim(), email: email.trim() }
      const user = username.trim() === '' ? {} : { username: username.trim() }
      return api.POST('/console/api/operator/console_users', { body: { ...values, ...names, ...user } })
    },
    // The request has a password, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async (_, { email }) => {
      notifications.show({ message: TEXT.added(email.trim()) })
      await client.invalidateQueries({ queryKey: ['operator'] })
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TEXT.add}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <form onSubmit={form.onSubmit((values) => add.mutate(values))} autoComplete="off">
        <Stack>
          <TextInput
            label={TEXT.addAccount}
            description={TEXT.addAccountHelp}
            required
            data-autofocus
            {...form.getInputProps('account_name')}
          />
          <TextInput label={TEXT.email} required autoComplete="off" {...form.getInputProps('email')} />
          <PasswordInput
            label={TEXT.addPassword}
            description={TEXT.addPasswordHelp}
            required
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Select
            label={TEXT.role}
            allowDeselect={false}
            data={[...TEXT.roles]}
            {...form.getInputProps('role')}
          />
          <TextInput
            label={TEXT.addUser}
            description={TEXT.addUserHelp}
            autoComplete="off"
            {...form.getInputProps('username')}
          />
          <Checkbox label={TEXT.addOperator} {...form.getInputProps('is_operator', { type: 'checkbox' })} />
          <SameCommand command={commandOf(form.values)} />
          <FormButtons submit={TEXT.addSubmit} isRunning={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

function commandOf({ account_name, email, role, is_operator: isOperator, username }: Values): string {
  const user = username.trim().replace(/^@/, '')
  return [
    `aviary console create ${shellWord(account_name.trim() || 'ACCOUNT')}`,
    `--email ${shellWord(email.trim() || 'ADDRESS')}`,
    ...(role === NEW.role ? [] : [`--role ${role}`]),
    ...(user === '' ? [] : [`--user ${shellWord(user)}`]),
    ...(isOperator ? ['--operator'] : []),
  ].join(' ')
}
