/** `aviary console …` and `aviary project …`: console users, and projects of apps. */
import { Command } from 'commander'
import { requireUser } from '../../domain/accounts/user.ts'
import { listProjects } from '../../domain/apps/projects/list-projects.ts'
import { addAppToProject, createProject } from '../../domain/apps/projects/projects.ts'
import {
  CONSOLE_ROLES,
  type ConsoleRole,
  type ConsoleUser,
  changeConsolePassword,
  createConsoleUser,
  findConsoleLogin,
} from '../../domain/console/console-account.ts'
import { createConsoleLink, firstConsoleUser } from '../../domain/console/links.ts'
import { type ListedConsoleUser, listConsoleUsers } from '../../domain/console/list-users.ts'
import { type Context, Refusal } from '../../domain/context.ts'
import { consoleLinkUrl, consoleUrlOf } from '../../lib/server-address.ts'
import type { Streams } from '../output.ts'
import { type PagingOptions, pageAsked, showPage, withPaging } from '../paging.ts'
import { type PasswordOptions, readPassword, withPassword } from '../password.ts'
import { dataAction, existingDataAction, idArgument, standardCommand, UsageError } from '../run.ts'
import { LINK_SETTINGS, serverPlace } from '../server-place.ts'
import { operatorCommand } from './operators/console-operator.ts'

interface CreateOptions extends PasswordOptions, Record<string, unknown> {
  readonly email: string
  readonly role: string
  readonly user?: string
  readonly operator?: boolean
}

interface PasswordChangeOptions extends PasswordOptions, Record<string, unknown> {
  readonly removePasskeys?: boolean
}

export function consoleCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('console').description(
    'Manage users of the console and of the compliance stream.',
  )
  command.addCommand(
    withPassword(
      standardCommand('create', 'Create a console user, and the account if it does not exist.')
        .argument('<account>', 'Name of the account; part of the URLs of its streams')
        .requiredOption('--email <ADDRESS>', 'E-mail address to sign in with'),
    )
      .option('--role <ROLE>', CONSOLE_ROLES.join(' or '), 'admin')
      .option('--operator', 'Make the user an operator of the server; operators may use the desk')
      .option(
        '--user <SCREEN_NAME>',
        'The user of the network whose apps the console user manages (default: chosen in the console)',
      )
      .action(
        dataAction<CreateOptions, [string]>(
          streams,
          exit,
          async (
            { context, store },
            { output },
            { email, role: roleText, user, operator: isOperator = false, ...options },
            accountName,
          ) => {
            const role = roleOf(roleText)
            const userId =
              user === undefined ? undefined : (await requireUser(store, { screenName: user })).id
            const password = await readPassword(options, streams)
            const input = { accountName, email, password, role, userId, isOperator }
            const { id } = await createConsoleUser(context, input)
            output.result({ id, account_name: accountName, email, role, is_operator: isOperator }, [
              `${email} can sign in to the console account ${accountName}.`,
            ])
          },
        ),
      ),
  )
  command.addCommand(
    withPassword(standardCommand('password', 'Change the password of a console user.').argument('<email>'))
      .option('--remove-passkeys', 'Remove the passkeys of the user too')
      .action(
        existingDataAction<PasswordChangeOptions, [string]>(
          streams,
          exit,
          async ({ context }, { output }, { removePasskeys = false, ...options }, email) => {
            const password = await readPassword(options, streams)
            await changeConsolePassword(context, email, password, { removePasskeys })
            output.result({ email }, [
              `${email} has a new password. The old one stops working immediately.`,
              ...(removePasskeys ? ['The passkeys of the user are removed.'] : []),
            ])
          },
        ),
      ),
  )
  command.addCommand(
    standardCommand('link', 'Make a link that signs in to the console once, within 24 hours.', LINK_SETTINGS)
      .argument('[email]', 'E-mail address of the console user (default: the oldest one)')
      .action(
        existingDataAction<Record<string, unknown>, [string | undefined]>(
          streams,
          exit,
          async ({ context }, invocation, options, email) => {
            const user = await linkedUser(context, email)
            const place = await serverPlace(context, invocation, options, consoleUrlOf)
            const url = consoleLinkUrl(place, await createConsoleLink(context, user))
            invocation.output.result({ email: user.email, url }, [
              `This link signs ${user.email} in to the console once, within 24 hours: ${url}`,
            ])
          },
        ),
      ),
  )
  command.addCommand(operatorCommand(streams, exit))
  command.addCommand(listConsoleUsersCommand(streams, exit))
  return command
}

function listConsoleUsersCommand(streams: Streams, exit: (code: number) => void): Command {
  return withPaging(standardCommand('list', 'List console users and their accounts.'), 'ID')
    .argument('[account]', 'List the users of this account only')
    .action(
      existingDataAction<PagingOptions, [string | undefined]>(
        streams,
        exit,
        async ({ store }, { output }, options, account) => {
          const asked = pageAsked(options, (text) => idArgument(text, '--after'))
          showPage(output, 'users', await listConsoleUsers(store, account, asked), {
            object: ({ id, accountName, email, role, isOperator, createdAt, hasPassword, passkeyCount }) => ({
              id,
              account_name: accountName,
              email,
              role,
              is_operator: isOperator,
              has_password: hasPassword,
              passkey_count: passkeyCount,
              created_at: new Date(createdAt).toISOString(),
            }),
            line: (user) =>
              `${user.id} ${user.accountName} ${user.email} (${user.role}${user.isOperator ? ', operator' : ''}, ${signInOf(user)})`,
            nothing: 'No console users. Create one with "aviary console create ACCOUNT --email ADDRESS".',
          })
        },
      ),
    )
}

/** The ways in which a console user can sign in. */
function signInOf({ hasPassword, passkeyCount }: ListedConsoleUser): string {
  const passkeys = passkeyCount === 0 ? '' : `${passkeyCount} ${passkeyCount === 1 ? 'passkey' : 'passkeys'}`
  const ways = [hasPassword ? 'password' : '', passkeys].filter((way) => way !== '')
  return ways.length === 0 ? 'signs in by link only' : ways.join(', ')
}

export function projectCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('project').description('Manage projects. Apps need a project to use API v2.')
  command.addCommand(
    standardCommand('create', 'Create a project.')
      .argument('<name>', '1 to 50 characters')
      .requiredOption('--owner <SCREEN_NAME>', 'The user who owns the project')
      .action(
        existingDataAction<{ owner: string }, [string]>(
          streams,
          exit,
          async ({ context, store }, { output }, { owner }, name) => {
            const { id: ownerId } = await requireUser(store, { screenName: owner })
            const { id } = await createProject(context, { name, ownerId })
            output.result({ project_id: id, name }, [`Created the project ${name} with the id ${id}.`])
          },
        ),
      ),
  )
  command.addCommand(
    standardCommand('add-app', 'Add an app to a project.')
      .argument('<project-id>')
      .requiredOption('--app <ID>', 'The id of the app')
      .action(
        existingDataAction<{ app: string }, [string]>(
          streams,
          exit,
          async ({ context }, { output }, { app }, project) => {
            const projectId = idArgument(project, '<project-id>')
            const appId = idArgument(app, '--app')
            await addAppToProject(context, projectId, appId)
            output.result({ project_id: projectId, app_id: appId }, [
              `The app ${appId} is in the project ${projectId}.`,
            ])
          },
        ),
      ),
  )
  command.addCommand(listProjectsCommand(streams, exit))
  return command
}

function listProjectsCommand(streams: Streams, exit: (code: number) => void): Command {
  return withPaging(standardCommand('list', 'List projects, oldest first.'), 'ID')
    .option('--owner <SCREEN_NAME>', 'List the projects of this user only')
    .action(
      existingDataAction<PagingOptions & { owner?: string }, []>(
        streams,
        exit,
        async ({ store }, { output }, options) => {
          const asked = pageAsked(options, (text) => idArgument(text, '--after'))
          const { owner } = options
          const ownerId =
            owner === undefined ? undefined : (await requireUser(store, { screenName: owner })).id
          showPage(output, 'projects', await listProjects(store, ownerId, asked), {
            object: (project) => ({
              project_id: project.id,
              name: project.name,
              owner_id: project.ownerId,
              owner: project.owner,
              app_count: project.appCount,
              created_at: new Date(project.createdAt).toISOString(),
            }),
            line: ({ id, name, owner, appCount }) => `${id} ${name} by @${owner} (${appCount} apps)`,
            nothing: 'No projects. Create one with "aviary project create NAME --owner SCREEN_NAME".',
          })
        },
      ),
    )
}

/** @throws {Refusal} `console-user-not-found` */
async function linkedUser(context: Context, email: string | undefined): Promise<ConsoleUser> {
  if (email === undefined) {
    const [oldest] = (await listConsoleUsers(context.store, undefined, { after: undefined, count: 1 })).items
    return oldest ?? firstConsoleUser(context)
  }
  const login = await findConsoleLogin(context.store, email)
  if (login !== undefined) return login.user
  throw new Refusal(
    'console-user-not-found',
    `no console user has the e-mail address ${email}; "aviary console list" lists them`,
  )
}

function roleOf(text: string): ConsoleRole {
  const role = CONSOLE_ROLES.find((candidate) => candidate === text)
  if (role === undefined)
    throw new UsageError(`--role takes ${CONSOLE_ROLES.join(' or ')}, not ${JSON.stringify(text)}`)
  return role
}
