import { Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { MODERATION } from '../../../text/moderation.ts'
import { changeCommand, linesIn, valuesIn } from './change-command.ts'
import { ReasonInput } from './ReasonInput.tsx'
import type { ShownApp } from './shown-app.ts'

const TEXT = DESK_APPS.app

interface Props {
  readonly shown: ShownApp
  readonly onClose: () => void
}

/** Changes details, permissions and limits of an app, with a reason. */
export function ChangeApp({ shown, onClose }: Props) {
  const { app } = shown
  const client = useQueryClient()
  const form = useForm({
    initialValues: { ...valuesIn(shown), reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? MODERATION.dialog.reasonMissing : null) },
  })
  const change = useMutation({
    mutationFn: ({ reason, callback_urls, ...values }: typeof form.values) =>
      api.PUT('/console/api/operator/apps/{app_id}', {
        params: { path: { app_id: app.id } },
        body: { ...values, callback_urls: [...linesIn(callback_urls)], reason: reason.trim() },
      }),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['operator'] })
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TEXT.change}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <Text size="sm">{TEXT.changeHelp}</Text>
          <TextInput
            label={TEXT.nameLabel}
            description={DESK_APPS.add.nameHelp}
            required
            {...form.getInputProps('name')}
          />
          <TextInput
            label={TEXT.descriptionLabel}
            description={TEXT.descriptionHelp}
            {...form.getInputProps('description')}
          />
          <TextInput label={TEXT.url} description={TEXT.urlHelp} {...form.getInputProps('url')} />
          <Textarea
            label={TEXT.callbacks}
            description={TEXT.callbacksHelp}
            autosize
            minRows={2}
            {...form.getInputProps('callback_urls')}
          />
          <Select
            label={DESK_APPS.permissions}
            allowDeselect={false}
            data={Object.entries(DESK_APPS.permissionNames).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('permissions')}
          />
          <Select
            label={DESK_APPS.level}
            allowDeselect={false}
            data={[...DESK_APPS.levels]}
            {...form.getInputProps('level')}
          />
          <Checkbox label={TEXT.emailLabel} {...form.getInputProps('may_read_email', { type: 'checkbox' })} />
          <Checkbox label={TEXT.labsLabel} {...form.getInputProps('is_in_labs', { type: 'checkbox' })} />
          <ReasonInput {...form.getInputProps('reason')} />
          <SameCommand command={changeCommand(shown, form.values)} />
          <FormButtons submit={TEXT.save} isRunning={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
