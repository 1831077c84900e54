// Generated from the declarations in src/api/console by `npm run docs`. Do not edit.
export interface paths {
    readonly "/console/api/account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Changes e-mail address and password of the caller. */
        readonly put: operations["putConsoleApiAccount"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All apps of the caller, oldest first, with the limits. */
        readonly get: operations["getConsoleApiApps"];
        readonly put?: never;
        /** Creates an app. The answer has its secrets, which are shown once. */
        readonly post: operations["postConsoleApiApps"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** An app with its settings. */
        readonly get: operations["getConsoleApiAppsByAppId"];
        /** Changes settings of an app; members that are left out stay as they are. */
        readonly put: operations["putConsoleApiAppsByAppId"];
        readonly post?: never;
        /** Deletes an app. Its keys and tokens stop working immediately. */
        readonly delete: operations["deleteConsoleApiAppsByAppId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/bearer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Makes a new bearer token. The old one stops working immediately. */
        readonly post: operations["postConsoleApiAppsByAppIdBearer"];
        /** Revokes the bearer token. */
        readonly delete: operations["deleteConsoleApiAppsByAppIdBearer"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/environments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The environments of an app, sorted. */
        readonly get: operations["getConsoleApiAppsByAppIdEnvironments"];
        readonly put?: never;
        /** Adds an environment to an app, which can then use no other labels; harmless when it has it. */
        readonly post: operations["postConsoleApiAppsByAppIdEnvironments"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The credentials of an app with their versions, without secrets. */
        readonly get: operations["getConsoleApiAppsByAppIdKeys"];
        readonly put?: never;
        /** Makes a new API key and secret. The old pair stops working immediately. */
        readonly post: operations["postConsoleApiAppsByAppIdKeys"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Posts that the rules of the app match, without a connection of the app and without counting usage. */
        readonly get: operations["getConsoleApiAppsByAppIdLive"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/oauth2": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Lets an app use OAuth 2.0, or changes the type of its client. */
        readonly put: operations["putConsoleApiAppsByAppIdOauth2"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/oauth2/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Makes a new client secret. The old one stops working immediately. */
        readonly post: operations["postConsoleApiAppsByAppIdOauth2Secret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/project": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Moves an app to a project, or out of its project. */
        readonly put: operations["putConsoleApiAppsByAppIdProject"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The rules of the app, oldest first, with their counters and the limits of its level. */
        readonly get: operations["getConsoleApiAppsByAppIdRules"];
        readonly put?: never;
        /** Adds a rule; open connections of the app use it immediately. */
        readonly post: operations["postConsoleApiAppsByAppIdRules"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/rules/{rule_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Replaces a rule by another one with a new id, in one step. */
        readonly put: operations["putConsoleApiAppsByAppIdRulesByRuleId"];
        readonly post?: never;
        /** Deletes a rule and its counters. */
        readonly delete: operations["deleteConsoleApiAppsByAppIdRulesByRuleId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/rules/backtest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Matches of a rule in the last seven days by hour, and the newest of them. */
        readonly post: operations["postConsoleApiAppsByAppIdRulesBacktest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/rules/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Problems of a rule with their places; nothing is stored. */
        readonly post: operations["postConsoleApiAppsByAppIdRulesCheck"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/rules/compare": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Posts of the last seven days that both of two rules match, and that only one matches. */
        readonly post: operations["postConsoleApiAppsByAppIdRulesCompare"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/rules/explain": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Result of each part of a rule for a post, and the places of the post that make it so. */
        readonly post: operations["postConsoleApiAppsByAppIdRulesExplain"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/rules/operators": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every operator of rules with one sentence of help, and which of them the app may use. */
        readonly get: operations["getConsoleApiAppsByAppIdRulesOperators"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Makes an access token and secret for the owner. The old pair stops working immediately. */
        readonly post: operations["postConsoleApiAppsByAppIdToken"];
        /** Revokes the access token of the owner. */
        readonly delete: operations["deleteConsoleApiAppsByAppIdToken"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/try": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Tries a call of the API with an app, signed by the server. */
        readonly post: operations["postConsoleApiAppsByAppIdTry"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A page of the users who have authorized an app, by id. */
        readonly get: operations["getConsoleApiAppsByAppIdUsers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/users/{user_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Revokes the access of an app to an account: all tokens and grants of the user. */
        readonly delete: operations["deleteConsoleApiAppsByAppIdUsersByUserId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The webhooks of an app in all environments, the oldest first. */
        readonly get: operations["getConsoleApiAppsByAppIdWebhooks"];
        readonly put?: never;
        /** Challenges a receiver, and registers the webhook if it meets the challenge. */
        readonly post: operations["postConsoleApiAppsByAppIdWebhooks"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Removes a webhook with its subscriptions. */
        readonly delete: operations["deleteConsoleApiAppsByAppIdWebhooksByWebhookId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}/challenge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Challenges the receiver of a webhook, which is then valid or not. */
        readonly post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdChallenge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Deliveries of a webhook, 50 a page: the latest first, or those that wait, by user. */
        readonly get: operations["getConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A delivery with its attempts, and its request as it would be sent now: bodies are not stored. */
        readonly get: operations["getConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveriesByDeliveryId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Queues a delivery again, at the head of its queue. */
        readonly post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveriesByDeliveryIdResend"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}/replays": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The last 20 replays of a webhook, the latest first. */
        readonly get: operations["getConsoleApiAppsByAppIdWebhooksByWebhookIdReplays"];
        readonly put?: never;
        /** Delivers the events of a period to a webhook again. */
        readonly post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdReplays"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}/subscriptions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The users whose events a webhook receives, the oldest subscription first. */
        readonly get: operations["getConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptions"];
        readonly put?: never;
        /** Subscribes a webhook to the owner of its app, who must have a token of the app for direct messages. */
        readonly post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}/subscriptions/{user_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Ends the subscription of a webhook to a user. */
        readonly delete: operations["deleteConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptionsByUserId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/apps/{app_id}/webhooks/{webhook_id}/test_events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Sends the deletion of a post that never existed to a webhook, once and not recorded. */
        readonly post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdTestEvents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/checks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The last checks of the account on this server, the latest first; they are kept for a day. */
        readonly get: operations["getConsoleApiComplianceChecks"];
        readonly put?: never;
        /** Uploads a list of ids, posts or users, and starts to check it. */
        readonly post: operations["postConsoleApiComplianceChecks"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/checks/{check_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A check of the account: progress, counts, and the first ids that need an action. */
        readonly get: operations["getConsoleApiComplianceChecksByCheckId"];
        readonly put?: never;
        readonly post?: never;
        /** Cancels a check of the account; harmless when it is over. */
        readonly delete: operations["deleteConsoleApiComplianceChecksByCheckId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/checks/{check_id}/report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The report of a complete check, as a file: each id with its outcome, and the counts. */
        readonly get: operations["getConsoleApiComplianceChecksByCheckIdReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/connections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Open and past connections of the account to the compliance stream. */
        readonly get: operations["getConsoleApiComplianceConnections"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/connections/{connection_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Closes a connection of the account, which the client may open again. */
        readonly delete: operations["deleteConsoleApiComplianceConnectionsByConnectionId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Messages of the compliance stream as server-sent events named `message`, from now on. */
        readonly get: operations["getConsoleApiComplianceEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/streams": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The compliance streams of the account, with the URL and a line for curl of each partition. */
        readonly get: operations["getConsoleApiComplianceStreams"];
        readonly put?: never;
        /** Adds a compliance stream to the account, for its administrators. */
        readonly post: operations["postConsoleApiComplianceStreams"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/streams/{publisher}/{label}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Removes a compliance stream of the account; all connections of the account are closed. */
        readonly delete: operations["deleteConsoleApiComplianceStreamsByPublisherByLabel"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/test_events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Sends the deletion of a post that never existed in a partition of the compliance stream. */
        readonly post: operations["postConsoleApiComplianceTestEvents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/compliance/volume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Messages of the compliance stream by minute, hour or day, partition and name; counts above zero. */
        readonly get: operations["getConsoleApiComplianceVolume"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/projects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All projects of the caller, oldest first. */
        readonly get: operations["getConsoleApiProjects"];
        readonly put?: never;
        /** Creates a project without apps. */
        readonly post: operations["postConsoleApiProjects"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/projects/{project_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Changes a project; members that are left out stay as they are. */
        readonly put: operations["putConsoleApiProjectsByProjectId"];
        readonly post?: never;
        /** Deletes a project without apps. */
        readonly delete: operations["deleteConsoleApiProjectsByProjectId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The signed-in user of the console. */
        readonly get: operations["getConsoleApiSession"];
        readonly put?: never;
        /** Signs in with e-mail address and password. */
        readonly post: operations["postConsoleApiSession"];
        /** Signs out: the session ends. */
        readonly delete: operations["deleteConsoleApiSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/session/link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Signs in by a one-time link. */
        readonly post: operations["postConsoleApiSessionLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The live sessions of the caller, newest first. */
        readonly get: operations["getConsoleApiSessions"];
        readonly put?: never;
        readonly post?: never;
        /** Signs out everywhere: all sessions of the caller end, also this one. */
        readonly delete: operations["deleteConsoleApiSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/console/api/user": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Makes a network user, proved by its password, the one whose apps the caller manages. */
        readonly put: operations["putConsoleApiUser"];
        /** Creates the network user of a caller without one. */
        readonly post: operations["postConsoleApiUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** ComplianceCheck */
        readonly ComplianceCheck: {
            /** @description Counts so far, as in the report: checked, to_delete, available, unknown, unreadable and more. */
            readonly counts: {
                readonly [key: string]: unknown;
            };
            readonly ended_at: number | null;
            readonly failure: string | null;
            /** @description The first 500 ids that need an action; the report has all. */
            readonly findings: readonly {
                readonly action: string;
                readonly created_at?: string;
                readonly id: string;
                readonly reason: string;
                readonly redacted_at?: string;
                readonly withheld_in_countries?: readonly string[];
            }[];
            readonly id: string;
            readonly ids: number | null;
            /** @description Name of the file. */
            readonly name: string;
            /** @description Bytes that have been read. */
            readonly read: number;
            readonly sentences: readonly string[];
            /** @description Bytes of the file. */
            readonly size: number;
            /** @description Unix milliseconds. */
            readonly started_at: number;
            /** @enum {unknown} */
            readonly state: "waiting" | "reading" | "checking" | "complete" | "failed" | "cancelled";
            /** @enum {unknown} */
            readonly type: "tweets" | "users";
        };
        /** ConsoleApp */
        readonly ConsoleApp: {
            /** @description The switch "Enable Sign in". */
            readonly allows_sign_in: boolean;
            readonly callback_urls: readonly string[];
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly id: string;
            readonly is_suspended: boolean;
            readonly level: string;
            readonly may_read_email: boolean;
            readonly name: string;
            readonly organisation: string;
            readonly organisation_url: string;
            /** @enum {unknown} */
            readonly permissions: "read" | "read-write" | "read-write-directmessages";
            readonly privacy_url: string;
            readonly project: {
                readonly id: string;
                readonly name: string;
            } | null;
            readonly terms_url: string;
            readonly url: string;
        };
        /** ConsoleAppSummary */
        readonly ConsoleAppSummary: {
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly id: string;
            readonly is_suspended: boolean;
            readonly name: string;
            /** @enum {unknown} */
            readonly permissions: "read" | "read-write" | "read-write-directmessages";
            readonly project_id: string | null;
        };
        /** ConsoleBacktest */
        readonly ConsoleBacktest: {
            readonly figures: {
                readonly dialect: "labs-1" | "2";
                /** @description The last 168 hours, including the current one; 0 for hours that were not examined. */
                readonly hours: readonly {
                    /** @description Matched posts beyond 50 per second, which a stream would drop. */
                    readonly dropped: number;
                    readonly matched: number;
                    /**
                     * Format: date-time
                     * @description Start of the hour, in UTC.
                     */
                    readonly start: string;
                }[];
                readonly matched: number;
                readonly per_month: {
                    /** @constant */
                    readonly cap: 500000;
                    /** @description Posts in 30 days at the rate between `start_time` and `end_time`. */
                    readonly projected: number;
                    /** @description `projected` divided by `cap`. */
                    readonly share: number;
                };
                readonly per_second: {
                    /** @constant */
                    readonly cap: 50;
                    readonly dropped: number;
                    /** @description The maximum number of posts in one clock second. */
                    readonly peak: number;
                    /** Format: date-time */
                    readonly peak_at?: string;
                    /** @description Seconds in which posts would have been dropped. */
                    readonly seconds_above: number;
                    /** @description `peak` divided by `cap`; posts are dropped above 1. */
                    readonly share: number;
                };
                /** @description The rule. */
                readonly value: string;
            };
            readonly meta: {
                /** Format: date-time */
                readonly end_time: string;
                /** @description Number of examined posts. */
                readonly examined: number;
                /** @description True when all hours were examined; otherwise `next_token` continues with older posts. */
                readonly is_complete: boolean;
                /** @description True when the index covers all posts; false while the index is rebuilt or posts are imported. */
                readonly is_index_current: boolean;
                readonly next_token?: string;
                /**
                 * Format: date-time
                 * @description All posts between this time and `end_time` were examined.
                 */
                readonly start_time: string;
            };
            readonly newest: {
                readonly matched: number;
                readonly samples: readonly components["schemas"]["ConsoleRulePost"][];
            };
        };
        /** ConsoleChallenge */
        readonly ConsoleChallenge: {
            /** @description The `response_token` that proves the consumer secret. */
            readonly expected: string;
            readonly request: {
                readonly body: string | null;
                readonly headers: {
                    readonly [key: string]: string;
                };
                readonly method: string;
                readonly url: string;
            };
            readonly response: {
                /** @description The beginning of the response, or an error message. */
                readonly body: string;
                /** @description Null without a response. */
                readonly status: number | null;
            };
            /** @enum {unknown} */
            readonly result: "met" | "wrong-token" | "too-slow" | "bad-status" | "unreachable";
            readonly took_ms: number;
        };
        /** ConsoleComparison */
        readonly ConsoleComparison: {
            readonly both: {
                readonly matched: number;
                readonly samples: readonly components["schemas"]["ConsoleRulePost"][];
            };
            readonly meta: {
                /** Format: date-time */
                readonly end_time: string;
                /** @description Number of examined posts. */
                readonly examined: number;
                /** @description True when all hours were examined; otherwise `next_token` continues with older posts. */
                readonly is_complete: boolean;
                /** @description True when the index covers all posts; false while the index is rebuilt or posts are imported. */
                readonly is_index_current: boolean;
                readonly next_token?: string;
                /**
                 * Format: date-time
                 * @description All posts between this time and `end_time` were examined.
                 */
                readonly start_time: string;
            };
            readonly only_from: {
                readonly matched: number;
                readonly samples: readonly components["schemas"]["ConsoleRulePost"][];
            };
            readonly only_to: {
                readonly matched: number;
                readonly samples: readonly components["schemas"]["ConsoleRulePost"][];
            };
        };
        /** ConsoleConnectedUser */
        readonly ConsoleConnectedUser: {
            /** Format: date-time */
            readonly connected_at: string;
            readonly id: string;
            readonly name: string;
            /** @description The level of its tokens of OAuth 1.0a; null without one. */
            readonly permissions: ("read" | "read-write" | "read-write-directmessages") | null;
            /** @description Of its grants of OAuth 2.0. */
            readonly scopes: readonly string[];
            readonly screen_name: string;
        };
        /** ConsoleCredentials */
        readonly ConsoleCredentials: {
            readonly access_token: {
                /** Format: date-time */
                readonly created_at: string;
                /** @enum {unknown} */
                readonly permissions: "read" | "read-write" | "read-write-directmessages";
                readonly token: string;
            } | null;
            /** @description Sent with a change: a change of older credentials is refused. */
            readonly access_token_version: string;
            /** @description Sent with a change: a change of older credentials is refused. */
            readonly bearer_version: string;
            readonly client: {
                readonly client_id: string;
                /** @enum {unknown} */
                readonly client_type: "public" | "confidential";
            } | null;
            /** @description Sent with a change: a change of older credentials is refused. */
            readonly client_version: string;
            readonly consumer_key: string;
            readonly has_bearer_token: boolean;
            /** @description Sent with a change: a change of older credentials is refused. */
            readonly keys_version: string;
        };
        /** ConsoleExplanation */
        readonly ConsoleExplanation: {
            readonly matches: boolean;
            /** @description The rule, then its parts, each before its own parts. */
            readonly parts: readonly {
                /** @description Number of parts around this one. */
                readonly depth: number;
                /** @description Exclusive. */
                readonly end: number;
                readonly evidence: readonly {
                    readonly field: string;
                    readonly spans: readonly {
                        readonly end: number;
                        readonly start: number;
                        /** @description Index in `texts`. */
                        readonly text: number;
                    }[];
                    readonly value: string;
                }[];
                readonly kind: "and" | "or" | "not" | "term";
                readonly matches: boolean;
                /** @description In UTF-16 code units of the rule. */
                readonly start: number;
            }[];
            readonly post: components["schemas"]["ConsoleRulePost"];
        };
        /** ConsoleProblem */
        readonly ConsoleProblem: {
            /** @description The member of the body that is at fault. */
            readonly field?: string;
            /** @description For people: what happened, and what to do next. */
            readonly message: string;
            /** @description For programs, such as `app-not-found`. */
            readonly reason: string;
            readonly status: number;
        };
        /** ConsoleProject */
        readonly ConsoleProject: {
            /** Format: date-time */
            readonly created_at: string;
            readonly description: string;
            readonly id: string;
            readonly name: string;
            readonly use_case: string;
        };
        /** ConsoleRule */
        readonly ConsoleRule: {
            readonly id: string;
            /** Format: date-time */
            readonly last_matched_at?: string;
            /** @description Posts matched while the app was connected. */
            readonly matched: number;
            /** @description Empty for an untagged rule. */
            readonly tag: string;
            readonly value: string;
        };
        /** ConsoleRuleCheck */
        readonly ConsoleRuleCheck: {
            /** @description Characters of the rule. */
            readonly length: number;
            readonly max_length: number;
            readonly problems: readonly {
                /** @description Exclusive. */
                readonly end: number;
                /** @description Tokens and forms that are possible at `start`. */
                readonly expected: readonly string[];
                /** @description As the API words it. */
                readonly message: string;
                /** @description In UTF-16 code units of the rule. */
                readonly start: number;
            }[];
        };
        /** ConsoleRuleOperators */
        readonly ConsoleRuleOperators: {
            readonly operators: readonly {
                readonly example: string;
                readonly help: string;
                readonly is_available: boolean;
                /** @description False for an operator that needs another term. */
                readonly stands_alone: boolean;
                /** @description Text that a completion inserts. */
                readonly text: string;
                readonly values: readonly {
                    readonly help: string;
                    readonly is_available: boolean;
                    readonly text: string;
                }[];
            }[];
        };
        /** ConsoleRulePost */
        readonly ConsoleRulePost: {
            readonly author: {
                readonly id: string;
                readonly name: string;
                readonly username: string;
            };
            /** Format: date-time */
            readonly created_at: string;
            readonly id: string;
            readonly is_repost: boolean;
            /** @description Places that make the rules match, in order, without overlaps. */
            readonly marks: readonly {
                readonly end: number;
                readonly start: number;
                /** @description Index in `texts`. */
                readonly text: number;
            }[];
            /** @description The text of the post, or of the reposted one; then that of the quoted post. */
            readonly texts: readonly {
                readonly text: string;
                readonly username: string;
            }[];
        };
        /** ConsoleRules */
        readonly ConsoleRules: {
            readonly max_length: number;
            readonly max_rules: number;
            readonly rules: readonly components["schemas"]["ConsoleRule"][];
        };
        /** ConsoleSession */
        readonly ConsoleSession: {
            /** @description The user of the network whose apps and projects the caller manages. */
            readonly network_user: {
                readonly id: string;
                readonly name: string;
                readonly screen_name: string;
            } | null;
            readonly user: {
                /** @description Name of the account, which is part of the URLs of its streams. */
                readonly account_name: string;
                readonly email: string;
                /** @description False for a user who signs in by links or passkeys only. */
                readonly has_password: boolean;
                readonly id: string;
                /** @enum {unknown} */
                readonly role: "admin" | "user";
            };
        };
        /** ConsoleStream */
        readonly ConsoleStream: {
            readonly label: string;
            readonly partitions: readonly {
                /** @description A line that connects; curl asks for the password. */
                readonly curl: string;
                readonly partition: number;
                readonly url: string;
            }[];
            readonly publisher: string;
        };
        /**
         * ConsoleTrial
         * @description Tokens and signatures are masked. Without a response the call took too long.
         */
        readonly ConsoleTrial: {
            readonly request: {
                /** @description The signature base string, without the token. Absent for a bearer token. */
                readonly base_string?: string;
                readonly body?: string;
                readonly headers: readonly {
                    readonly name: string;
                    readonly value: string;
                }[];
                readonly method: string;
                readonly url: string;
            };
            readonly response?: {
                readonly body: string;
                /** @description Reason why no more of the body was read. */
                readonly ended: "complete" | "cut off" | "enough" | "bytes" | "time";
                readonly headers: readonly {
                    readonly name: string;
                    readonly value: string;
                }[];
                /** @description Complete messages; for streams only. */
                readonly messages?: readonly string[];
                /** @description Until the response began. */
                readonly milliseconds: number;
                readonly reason: string;
                readonly status: number;
            };
        };
        /** ConsoleWebhook */
        readonly ConsoleWebhook: {
            /** @description Unix milliseconds. */
            readonly created_at: number;
            /** @description A label; empty for a webhook of the enterprise form. */
            readonly environment: string;
            readonly id: string;
            readonly url: string;
            /** @description False until the receiver meets a challenge; then it receives nothing. */
            readonly valid: boolean;
        };
    };
    responses: {
        /**
         * @description This is no e-mail address. Check it.
         *     Use at least 8 characters.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for. */
        readonly "console-400-2": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     The description cannot be used. Change it.
         *     Use a whole address that begins with http or https.
         *     A callback address is invalid. Correct it.
         *     The name of the organisation cannot be used.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-3": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     This is not the name of the app. Type it exactly.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-4": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-5": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use letters, digits, hyphens and underscores.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-6": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `product` is none that it takes.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-7": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The rule is invalid. Correct it.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-8": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Only paths of v1.1, of Labs and of API v2 can be tried.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-9": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `after` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-10": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The address of the webhook is invalid. Correct it.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-11": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `outcome` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-12": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use letters, digits, hyphens and underscores.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-13": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `unit` is none that it takes.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-14": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     The use case is too long. Shorten it.
         *     The description cannot be used. Change it.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-15": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description Use 1 to 15 letters, digits and underscores.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        readonly "console-400-16": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no session, or it has ended. */
        readonly "console-401": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The e-mail address or the password is wrong. Try again. */
        readonly "console-401-2": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     The current password is wrong.
         *     Plain HTTP came from a network that may not use it.
         */
        readonly "console-403": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Plain HTTP came from a network that may not use it. */
        readonly "console-403-2": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     Plain HTTP came from a network that may not use it.
         */
        readonly "console-403-3": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     Your role does not allow this. Ask an administrator of your account.
         *     Plain HTTP came from a network that may not use it.
         */
        readonly "console-403-4": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     The current password is wrong.
         *     This user is suspended or deactivated. Choose another one.
         *     Plain HTTP came from a network that may not use it.
         */
        readonly "console-403-5": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such project. Choose one from the list. */
        readonly "console-404": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such app. Choose one from the list. */
        readonly "console-404-2": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such token. It may have been revoked.
         */
        readonly "console-404-3": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such project. Choose one from the list.
         */
        readonly "console-404-4": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such rule. It may have been deleted or replaced.
         */
        readonly "console-404-5": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such post. It may have been deleted.
         */
        readonly "console-404-6": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such environment. Choose one from the list.
         */
        readonly "console-404-7": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such webhook. Choose one from the list.
         */
        readonly "console-404-8": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such webhook. Choose one from the list.
         *     There is no such delivery. Old ones are removed.
         */
        readonly "console-404-9": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such webhook. Choose one from the list.
         *     There is no such subscription.
         */
        readonly "console-404-10": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such check. Checks are kept for a day. */
        readonly "console-404-11": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such connection. It may have ended. */
        readonly "console-404-12": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Your account has no such stream. An administrator of the account can add one. */
        readonly "console-404-13": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This link was used, or has expired. Make a new one with "aviary console link" on the server. */
        readonly "console-404-14": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The body took too long to arrive. */
        readonly "console-408": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Another account has this e-mail address. */
        readonly "console-409": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description Your account has no user of the network yet. Create or link one first.
         *     There are too many apps. Delete one first.
         */
        readonly "console-409-2": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description These credentials have changed since you loaded the page, in another tab or by a colleague. Nothing was changed now. Load the page again. */
        readonly "console-409-3": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description These credentials have changed since you loaded the page, in another tab or by a colleague. Nothing was changed now. Load the page again.
         *     This app is a public client, which has no client secret.
         */
        readonly "console-409-4": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There are too many apps. Delete one first. */
        readonly "console-409-5": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The app has a rule with this text already.
         *     There are too many rules. Remove some first.
         */
        readonly "console-409-6": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The app has a rule with this text already. */
        readonly "console-409-7": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There are too many webhooks. Remove one first. */
        readonly "console-409-8": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A replay is running. Wait for its end.
         *     This webhook is not valid. Challenge its receiver again first.
         */
        readonly "console-409-9": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The app has no token of yours for direct messages. Set its permissions to read, write and direct messages, then make an access token under Keys and tokens.
         *     This user is subscribed already.
         *     There are too many subscriptions. Remove one first.
         */
        readonly "console-409-10": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This webhook is not valid. Challenge its receiver again first. */
        readonly "console-409-11": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description A job is running. Wait for its end. */
        readonly "console-409-12": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Your account has this stream already. */
        readonly "console-409-13": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description Your account has no user of the network yet. Create or link one first.
         *     There are too many projects. Delete an empty one first.
         */
        readonly "console-409-14": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The project has apps. Move or delete them first. */
        readonly "console-409-15": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This is so already. Load the page again.
         *     Another user has this screen name.
         */
        readonly "console-409-16": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The body is too large.
         *     The headers are too large.
         */
        readonly "console-413": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There were too many failed attempts. Wait, then try again. */
        readonly "console-429": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Too many live pages are open. Close one of them, then try again. */
        readonly "console-429-2": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Something broke. */
        readonly "console-500": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The server has too much to do, or its database does not answer. */
        readonly "console-503": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Maximum number of requests in the window. */
        readonly "x-rate-limit-limit": number;
        /** @description Requests left in the window. */
        readonly "x-rate-limit-remaining": number;
        /** @description End of the window, in seconds since the Unix epoch. */
        readonly "x-rate-limit-reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly putConsoleApiAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Required if the caller has a password. */
                    readonly current_password?: string;
                    readonly email?: string;
                    /** @description The new one; other sessions end. */
                    readonly password?: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409"];
            readonly 413: components["responses"]["console-413"];
            readonly 429: components["responses"]["console-429"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiApps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly apps: readonly components["schemas"]["ConsoleAppSummary"][];
                        readonly max_apps: number;
                        readonly max_standalone_apps: number;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiApps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The switch "Enable Sign in". */
                    readonly allows_sign_in?: boolean;
                    readonly callback_urls?: readonly string[];
                    readonly description?: string;
                    readonly may_read_email?: boolean;
                    readonly name: string;
                    readonly organisation?: string;
                    readonly organisation_url?: string;
                    /** @enum {unknown} */
                    readonly permissions: "read" | "read-write" | "read-write-directmessages";
                    readonly privacy_url?: string;
                    readonly project_id: string | null;
                    readonly terms_url?: string;
                    readonly url?: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly app: components["schemas"]["ConsoleApp"];
                        readonly bearer_token: string;
                        readonly consumer_key: string;
                        readonly consumer_secret: string;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-3"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-2"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleApp"];
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly putConsoleApiAppsByAppId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The switch "Enable Sign in". */
                    readonly allows_sign_in?: boolean;
                    readonly callback_urls?: readonly string[];
                    readonly description?: string;
                    readonly may_read_email?: boolean;
                    readonly name?: string;
                    readonly organisation?: string;
                    readonly organisation_url?: string;
                    /** @enum {unknown} */
                    readonly permissions?: "read" | "read-write" | "read-write-directmessages";
                    readonly privacy_url?: string;
                    readonly terms_url?: string;
                    readonly url?: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleApp"];
                };
            };
            readonly 400: components["responses"]["console-400-3"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiAppsByAppId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The name of the app, typed again. */
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-4"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdBearer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly version: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly bearer_token: string;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-3"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiAppsByAppIdBearer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly version: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-3"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdEnvironments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly environments: readonly string[];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdEnvironments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly label: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly environments: readonly string[];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-6"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleCredentials"];
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly version: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly consumer_key: string;
                        readonly consumer_secret: string;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-3"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdLive: {
        readonly parameters: {
            readonly query?: {
                /** @description The API of the rules; default: 2. */
                readonly product?: "labs-1" | "2";
                /** @description Only the matches of this rule. */
                readonly rule?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Server-sent events, without end. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["console-400-7"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 429: components["responses"]["console-429-2"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly putConsoleApiAppsByAppIdOauth2: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {unknown} */
                    readonly client_type: "public" | "confidential";
                    readonly version: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly client_id: string;
                        readonly client_secret: string | null;
                        /** @enum {unknown} */
                        readonly client_type: "public" | "confidential";
                    };
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-3"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdOauth2Secret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly version: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly client_id: string;
                        readonly client_secret: string | null;
                        /** @enum {unknown} */
                        readonly client_type: "public" | "confidential";
                    };
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-4"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly putConsoleApiAppsByAppIdProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly project_id: string | null;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleApp"];
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-4"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-5"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdRules: {
        readonly parameters: {
            readonly query?: {
                /** @description The API of the rules; default: 2. */
                readonly product?: "labs-1" | "2";
            };
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleRules"];
                };
            };
            readonly 400: components["responses"]["console-400-7"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Only returns the result. */
                    readonly is_dry_run?: boolean;
                    readonly product?: "labs-1" | "2";
                    readonly tag?: string;
                    /** @description The rule. */
                    readonly value: string;
                };
            };
        };
        readonly responses: {
            /** @description Saved; or, in a dry run, as it would be saved. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleRule"];
                };
            };
            readonly 400: components["responses"]["console-400-8"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-6"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly putConsoleApiAppsByAppIdRulesByRuleId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
                /** @description Digits. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Only returns the result. */
                    readonly is_dry_run?: boolean;
                    readonly product?: "labs-1" | "2";
                    readonly tag?: string;
                    /** @description The rule. */
                    readonly value: string;
                };
            };
        };
        readonly responses: {
            /** @description Saved; or, in a dry run, as it would be saved. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleRule"];
                };
            };
            readonly 400: components["responses"]["console-400-8"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-5"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-7"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiAppsByAppIdRulesByRuleId: {
        readonly parameters: {
            readonly query?: {
                /** @description The API of the rules; default: 2. */
                readonly product?: "labs-1" | "2";
            };
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
                /** @description Digits. */
                readonly rule_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-7"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-5"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdRulesBacktest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly next_token?: string;
                    readonly product?: "labs-1" | "2";
                    /** @description The rule. */
                    readonly value: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleBacktest"];
                };
            };
            readonly 400: components["responses"]["console-400-8"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdRulesCheck: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly product?: "labs-1" | "2";
                    /** @description The rule. */
                    readonly value: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleRuleCheck"];
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdRulesCompare: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The rule. */
                    readonly from: string;
                    readonly next_token?: string;
                    readonly product?: "labs-1" | "2";
                    /** @description The rule. */
                    readonly to: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleComparison"];
                };
            };
            readonly 400: components["responses"]["console-400-8"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdRulesExplain: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The id of a post, or its address. */
                    readonly post: string;
                    readonly product?: "labs-1" | "2";
                    /** @description The rule. */
                    readonly value: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleExplanation"];
                };
            };
            readonly 400: components["responses"]["console-400-8"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-6"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdRulesOperators: {
        readonly parameters: {
            readonly query?: {
                /** @description The API of the rules; default: 2. */
                readonly product?: "labs-1" | "2";
            };
            readonly header?: never;
            readonly path: {
                /** @description Digits. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleRuleOperators"];
                };
            };
            readonly 400: components["responses"]["console-400-7"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly version: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly access_token: string;
                        readonly access_token_secret: string;
                        /** @enum {unknown} */
                        readonly permissions: "read" | "read-write" | "read-write-directmessages";
                        readonly screen_name: string;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-3"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiAppsByAppIdToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly version: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-3"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdTry: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The bearer token of the app, or OAuth 1.0a with the access token of its owner. */
                    readonly as: "bearer" | "owner";
                    readonly form?: readonly {
                        readonly name: string;
                        readonly value: string;
                    }[];
                    /** @description The text of a JSON body. */
                    readonly json?: string;
                    readonly method: "GET" | "POST" | "PUT" | "DELETE";
                    /** @description With the values of its parameters, percent-encoded; without a query. */
                    readonly path: string;
                    readonly query: readonly {
                        readonly name: string;
                        readonly value: string;
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleTrial"];
                };
            };
            readonly 400: components["responses"]["console-400-9"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdUsers: {
        readonly parameters: {
            readonly query?: {
                /** @description `next` of the page before. */
                readonly after?: string;
                /** @description Most items of a page. */
                readonly count?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly next: string | null;
                        readonly total: number;
                        readonly users: readonly components["schemas"]["ConsoleConnectedUser"][];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-10"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiAppsByAppIdUsersByUserId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the app. */
                readonly app_id: string;
                /** @description The id of the user. */
                readonly user_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly webhooks: readonly components["schemas"]["ConsoleWebhook"][];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description A label; empty for the enterprise form. */
                    readonly environment: string;
                    readonly url: string;
                };
            };
        };
        readonly responses: {
            /** @description The receiver did not meet the challenge; nothing was registered. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly challenge: components["schemas"]["ConsoleChallenge"];
                        readonly webhook: null;
                    };
                };
            };
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly challenge: components["schemas"]["ConsoleChallenge"];
                        readonly webhook: components["schemas"]["ConsoleWebhook"];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-11"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-7"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-8"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiAppsByAppIdWebhooksByWebhookId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-8"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdWebhooksByWebhookIdChallenge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly challenge: components["schemas"]["ConsoleChallenge"];
                        readonly webhook: components["schemas"]["ConsoleWebhook"];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-8"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Next page, from the page before. */
                readonly cursor?: string;
                /** @description Default: all that are over. */
                readonly outcome?: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly deliveries: readonly {
                            /** @description End of the delivery, or of its queuing while it waits. Unix milliseconds. */
                            readonly at: number;
                            readonly attempts: number;
                            readonly due_at: number | null;
                            /** @description Kind of the event; null when it is no longer in the log. */
                            readonly event: string | null;
                            readonly id: string;
                            /** @enum {unknown} */
                            readonly outcome: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
                            /** @description Position of the event in the log. */
                            readonly position: string;
                            readonly replay_id: string | null;
                            readonly response: string;
                            readonly screen_name: string | null;
                            readonly status: number | null;
                            readonly took_ms: number | null;
                            /** @description 0 for the report about a replay. */
                            readonly user_id: string;
                        }[];
                        readonly next_cursor: string | null;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-12"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-8"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveriesByDeliveryId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the delivery. */
                readonly delivery_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description End of the delivery, or of its queuing while it waits. Unix milliseconds. */
                        readonly at: number;
                        readonly attempts: number;
                        readonly due_at: number | null;
                        /** @description Kind of the event; null when it is no longer in the log. */
                        readonly event: string | null;
                        readonly id: string;
                        /** @description Why there is no request now: `invalid` webhook, `dropped`, `expired` or `unreadable`. */
                        readonly no_request: string | null;
                        /** @enum {unknown} */
                        readonly outcome: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
                        /** @description Position of the event in the log. */
                        readonly position: string;
                        readonly replay_id: string | null;
                        readonly request: {
                            readonly body: string | null;
                            readonly headers: {
                                readonly [key: string]: string;
                            };
                            readonly method: string;
                            readonly url: string;
                        } | null;
                        readonly response: string;
                        readonly screen_name: string | null;
                        readonly status: number | null;
                        readonly took_ms: number | null;
                        readonly tries: readonly {
                            /** @description Unix milliseconds. */
                            readonly at: number;
                            readonly outcome: string;
                            readonly request_bytes: number;
                            readonly response: string;
                            readonly status: number | null;
                            readonly took_ms: number;
                        }[];
                        /** @description 0 for the report about a replay. */
                        readonly user_id: string;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-9"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveriesByDeliveryIdResend: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the delivery. */
                readonly delivery_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description False when it is queued already. */
                        readonly queued: boolean;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-9"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdWebhooksByWebhookIdReplays: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly replays: readonly {
                            readonly created_at: number;
                            readonly ended_at: number | null;
                            readonly from_at: number;
                            readonly id: string;
                            /** @enum {unknown} */
                            readonly state: "running" | "complete" | "incomplete";
                            readonly to_at: number;
                            /** @description Deliveries that are still queued. */
                            readonly waiting: number;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-8"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdWebhooksByWebhookIdReplays: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Unix milliseconds; at most five days ago. */
                    readonly from_at: number;
                    /** @description Unix milliseconds; in the past. */
                    readonly to_at: number;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly created_at: number;
                        readonly id: string;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-8"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-9"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly max: number;
                        readonly subscriptions: readonly {
                            /** @description Null for a user who has left. */
                            readonly screen_name: string | null;
                            readonly user_id: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-8"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-8"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-10"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptionsByUserId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the user. */
                readonly user_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-10"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiAppsByAppIdWebhooksByWebhookIdTestEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the app. */
                readonly app_id: string;
                /** @description Id of the webhook. */
                readonly webhook_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description `accepted`, or why the delivery failed. */
                        readonly outcome: string;
                        readonly request: {
                            readonly body: string | null;
                            readonly headers: {
                                readonly [key: string]: string;
                            };
                            readonly method: string;
                            readonly url: string;
                        };
                        readonly response: {
                            /** @description The beginning of the response, or an error message. */
                            readonly body: string;
                            /** @description Null without a response. */
                            readonly status: number | null;
                        };
                        readonly took_ms: number;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-8"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-11"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiComplianceChecks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly checks: readonly components["schemas"]["ComplianceCheck"][];
                        readonly max_bytes: number;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiComplianceChecks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": {
                    /** @description Column of the ids in a table, by name or number, when its header does not name it. */
                    readonly column?: string;
                    /** @description Name of the file. */
                    readonly name?: string;
                    /** @description `tweets` (default) or `users`. */
                    readonly type?: string;
                };
                readonly "multipart/form-data": {
                    /** @description Column of the ids in a table, by name or number, when its header does not name it. */
                    readonly column?: string;
                    /** @description Name of the file. */
                    readonly name?: string;
                    /** @description `tweets` (default) or `users`. */
                    readonly type?: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ComplianceCheck"];
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-12"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiComplianceChecksByCheckId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the check. */
                readonly check_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ComplianceCheck"];
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-11"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiComplianceChecksByCheckId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the check. */
                readonly check_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-11"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiComplianceChecksByCheckIdReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the check. */
                readonly check_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A JSON object, streamed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": unknown;
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-11"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiComplianceConnections: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Host and process of the server that answers. */
                        readonly node: string;
                        readonly open: readonly {
                            readonly address: string;
                            /** @description Messages written, those of history too. */
                            readonly delivered: number;
                            readonly email: string;
                            readonly id: number;
                            readonly label: string;
                            /** @description Age of the oldest message that waits for the client; null while history is sent. */
                            readonly lag_ms: number | null;
                            /** @description Half of the messages were written within this time of their event. Null before the first message; 60000 for more than 30 seconds. */
                            readonly median_delay_ms: number | null;
                            /** @description Milliseconds since the Unix epoch. */
                            readonly opened_at: number;
                            readonly partition: number;
                            readonly publisher: string;
                            /** @description 95 % of the messages were written within this time of their event. Null before the first message; 60000 for more than 30 seconds. */
                            readonly slow_delay_ms: number | null;
                        }[];
                        /** @description The last 100, the latest first. */
                        readonly past: readonly {
                            readonly address: string;
                            /** @description Messages written, those of history too. */
                            readonly delivered: number;
                            readonly email: string;
                            /** @description Milliseconds since the Unix epoch. */
                            readonly ended_at: number;
                            readonly id: number;
                            readonly label: string;
                            /** @description Half of the messages were written within this time of their event. Null before the first message; 60000 for more than 30 seconds. */
                            readonly median_delay_ms: number | null;
                            /** @description Milliseconds since the Unix epoch. */
                            readonly opened_at: number;
                            readonly partition: number;
                            readonly publisher: string;
                            /** @description Such as `client`, `slow`, `stalled`, `restart`, `removed`, `dropped`. */
                            readonly reason: string;
                            /** @description 95 % of the messages were written within this time of their event. Null before the first message; 60000 for more than 30 seconds. */
                            readonly slow_delay_ms: number | null;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiComplianceConnectionsByConnectionId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the connection, on the node that listed it. */
                readonly connection_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-12"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiComplianceEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Server-sent events, without end. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-13"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 429: components["responses"]["console-429-2"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiComplianceStreams: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description True for administrators of the account. */
                        readonly can_change: boolean;
                        readonly streams: readonly components["schemas"]["ConsoleStream"][];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiComplianceStreams: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description As the publisher. */
                    readonly label: string;
                    /** @description 1 to 50 letters, digits, hyphens and underscores. */
                    readonly publisher: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleStream"];
                };
            };
            readonly 400: components["responses"]["console-400-13"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-4"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-13"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiComplianceStreamsByPublisherByLabel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Label of the stream. */
                readonly label: string;
                /** @description Publisher of the stream. */
                readonly publisher: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-4"];
            readonly 404: components["responses"]["console-404-13"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiComplianceTestEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly partition: number;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Unix milliseconds. */
                        readonly at: number;
                        readonly partition: number;
                        /** @description A new id that no post has. */
                        readonly post_id: string;
                        /** @description A new id that no user has. */
                        readonly user_id: string;
                    };
                };
            };
            readonly 400: components["responses"]["console-400-5"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-13"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiComplianceVolume: {
        readonly parameters: {
            readonly query?: {
                readonly unit?: "minute" | "hour" | "day";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Unix milliseconds. */
                        readonly now: number;
                        /** @description Start of the oldest unit. Unix milliseconds. */
                        readonly oldest: number;
                        readonly points: readonly {
                            /** @description Start of the unit. Unix milliseconds. */
                            readonly at: number;
                            readonly count: number;
                            /** @enum {unknown} */
                            readonly name: "delete" | "status_withheld" | "drop" | "undrop" | "tweet_edit" | "scrub_geo" | "user_delete" | "user_undelete" | "user_protect" | "user_unprotect" | "user_suspend" | "user_unsuspend" | "user_withheld" | "gap" | "test";
                            readonly partition: number;
                        }[];
                        /** @description Start of the server that counts; earlier messages may be missing. Unix milliseconds. */
                        readonly since: number;
                        /** @enum {unknown} */
                        readonly unit: "minute" | "hour" | "day";
                    };
                };
            };
            readonly 400: components["responses"]["console-400-14"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 404: components["responses"]["console-404-13"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiProjects: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly projects: readonly components["schemas"]["ConsoleProject"][];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiProjects: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: string;
                    readonly name: string;
                    readonly use_case?: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleProject"];
                };
            };
            readonly 400: components["responses"]["console-400-15"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-14"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly putConsoleApiProjectsByProjectId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the project. */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly description?: string;
                    readonly name?: string;
                    readonly use_case?: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleProject"];
                };
            };
            readonly 400: components["responses"]["console-400-15"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiProjectsByProjectId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the project. */
                readonly project_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-15"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            /** @description Signed in; the cookie is set. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401-2"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 429: components["responses"]["console-429"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiSessionLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly token: string;
                };
            };
        };
        readonly responses: {
            /** @description Signed in; the cookie is set. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 404: components["responses"]["console-404-14"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 429: components["responses"]["console-429"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly getConsoleApiSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly sessions: readonly {
                            /** @description The address of the client that signed in. */
                            readonly address: string;
                            /** @description The `user-agent` of the browser. */
                            readonly browser: string;
                            /** @description ISO 8601. */
                            readonly created_at: string;
                            readonly is_current: boolean;
                            /** @description Time of the last use, up to five minutes late; ISO 8601. */
                            readonly seen_at: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-2"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly deleteConsoleApiSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly putConsoleApiUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Screen name or e-mail address. */
                    readonly login: string;
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            readonly 400: components["responses"]["console-400-2"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-5"];
            readonly 408: components["responses"]["console-408"];
            readonly 413: components["responses"]["console-413"];
            readonly 429: components["responses"]["console-429"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
    readonly postConsoleApiUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description 1 to 50 characters. */
                    readonly name?: string;
                    /** @description 1 to 15 letters, digits and underscores. */
                    readonly screen_name: string;
                };
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            readonly 400: components["responses"]["console-400-16"];
            readonly 401: components["responses"]["console-401"];
            readonly 403: components["responses"]["console-403-3"];
            readonly 408: components["responses"]["console-408"];
            readonly 409: components["responses"]["console-409-16"];
            readonly 413: components["responses"]["console-413"];
            readonly 500: components["responses"]["console-500"];
            readonly 503: components["responses"]["console-503"];
        };
    };
}
