import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { DESK_PROJECTS } from '../../../text/desk-projects.ts'

const TEXT = DESK_PROJECTS.add

interface Props {
  /** Initial screen name of the owner; may be empty. */
  readonly owner: string
  readonly onClose: () => void
}

/** A dialog that creates a project for a user. */
export function AddProject({ owner, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { name: '', username: owner },
    validate: {
      name: (value) => (value.trim() === '' ? TEXT.nameMissing : null),
      username: (value) => (value.trim() === '' ? TEXT.ownerMissing : null),
    },
  })
  const add = useMutation({
    mutationFn: ({ name, username }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/operator/projects', {
          body: { name: name.trim(), username: username.trim() },
        }),
      ),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async ({ name }) => {
      notifications.show({ message: TEXT.added(name) })
      await client.invalidateQueries({ queryKey: ['operator', 'projects'] })
      onClose()
    },
  })
  const { name, username } = form.values
  const user = shellWord(username.trim().replace(/^@/, '') || 'NAME')
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TEXT.button}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
        <Stack>
          <TextInput
            label={DESK_PROJECTS.name}
            description={TEXT.nameHelp}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={TEXT.owner}
            description={TEXT.ownerHelp}
            required
            {...form.getInputProps('username')}
          />
          <SameCommand
            command={`aviary project create ${shellWord(name.trim() || 'NAME')} --owner ${user}`}
          />
          <FormButtons submit={TEXT.submit} isRunning={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
