import { Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { MODERATION } from '../../../text/moderation.ts'

const TEXT = MODERATION.addUser

interface Values {
  readonly screen_name: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly is_protected: boolean
}

const NEW: Values = { screen_name: '', name: '', email: '', password: '', is_protected: false }

interface Props {
  readonly onClose: () => void
  /** Called with the id of the new user. */
  readonly onMade: (id: string) => void
}

/** A dialog that creates a user. */
export function AddUser({ onClose, onMade }: Props) {
  const client = useQueryClient()
  const form = useForm<Values>({ initialValues: NEW })
  const add = useMutation({
    mutationFn: (values: Values) => dataOf(api.POST('/console/api/operator/users', { body: bodyOf(values) })),
    // The request has a password, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['operator'] })
      onMade(id)
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={MODERATION.users.add}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <form onSubmit={form.onSubmit((values) => add.mutate(values))} autoComplete="off">
        <Stack>
          <TextInput
            label={TEXT.screenName}
            description={TEXT.screenNameHelp}
            required
            data-autofocus
            {...form.getInputProps('screen_name')}
          />
          <TextInput label={TEXT.name} description={TEXT.nameHelp} {...form.getInputProps('name')} />
          <TextInput
            label={TEXT.email}
            description={TEXT.emailHelp}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={TEXT.password}
            description={TEXT.passwordHelp}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Checkbox label={TEXT.isProtected} {...form.getInputProps('is_protected', { type: 'checkbox' })} />
          <SameCommand command={commandOf(form.values)} />
          {form.values.email !== '' && (
            <Text size="sm" c="dimmed">
              {TEXT.prompt}
            </Text>
          )}
          <FormButtons submit={TEXT.submit} isRunning={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

function bodyOf({ screen_name, name, email, password, is_protected }: Values) {
  return {
    ...{ screen_name: screen_name.trim(), is_protected },
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
    ...(password === '' ? {} : { password }),
  }
}

function commandOf(values: Values): string {
  const { screen_name, name, email, is_protected: isProtected } = bodyOf(values)
  return [
    `aviary user create ${shellWord(screen_name || 'NAME')}`,
    ...(name === undefined ? [] : [`--name ${shellWord(name)}`]),
    ...(email === undefined ? [] : [`--email ${shellWord(email)}`]),
    ...(isProtected ? ['--protected'] : []),
  ].join(' ')
}
