// Generated from the declarations in src/api/console by `npm run docs`. Do not edit.
export interface paths {
    "/console/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes e-mail address and password of the caller. */
        put: operations["putConsoleApiAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All apps of the caller, oldest first, with the limits. */
        get: operations["getConsoleApiApps"];
        put?: never;
        /** Creates an app. The response has the secrets, which are shown only once. */
        post: operations["postConsoleApiApps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An app with its settings. */
        get: operations["getConsoleApiAppsByAppId"];
        /** Changes settings of an app. Omitted members do not change. */
        put: operations["putConsoleApiAppsByAppId"];
        post?: never;
        /** Deletes an app. Its keys and tokens stop working immediately. */
        delete: operations["deleteConsoleApiAppsByAppId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/bearer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a new bearer token. The old token stops working immediately. */
        post: operations["postConsoleApiAppsByAppIdBearer"];
        /** Revokes the bearer token. */
        delete: operations["deleteConsoleApiAppsByAppIdBearer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stream connections of an app, newest first: open connections, and the last ended connections. */
        get: operations["getConsoleApiAppsByAppIdConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The environments of an app, sorted. */
        get: operations["getConsoleApiAppsByAppIdEnvironments"];
        put?: never;
        /** Adds an environment to an app, which can then use only its declared labels. Does nothing if the app has the environment. */
        post: operations["postConsoleApiAppsByAppIdEnvironments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/environments/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes an environment that has no webhook. After its last environment, the app can use any label again. */
        delete: operations["deleteConsoleApiAppsByAppIdEnvironmentsByLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credentials of an app with their versions, without secrets. */
        get: operations["getConsoleApiAppsByAppIdKeys"];
        put?: never;
        /** Makes a new API key and secret. The old pair stops working immediately. */
        post: operations["postConsoleApiAppsByAppIdKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Posts that match the rules of the app. The view does not count as a connection or as usage. */
        get: operations["getConsoleApiAppsByAppIdLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/oauth2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Lets an app use OAuth 2.0, or changes the type of its client. */
        put: operations["putConsoleApiAppsByAppIdOauth2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/oauth2/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a new client secret. The old secret stops working immediately. */
        post: operations["postConsoleApiAppsByAppIdOauth2Secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Moves an app to a project, or out of its project. */
        put: operations["putConsoleApiAppsByAppIdProject"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last requests of an app, the newest first. */
        get: operations["getConsoleApiAppsByAppIdRequests"];
        put?: never;
        post?: never;
        /** Removes all requests of an app from the list. */
        delete: operations["deleteConsoleApiAppsByAppIdRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A request with its headers and bodies, if they were recorded. */
        get: operations["getConsoleApiAppsByAppIdRequestsByRequestId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/requests/har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last requests of an app as an HTTP Archive, version 1.2. */
        get: operations["getConsoleApiAppsByAppIdRequestsHar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/requests/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records headers and bodies of the requests of an app for an hour. */
        post: operations["postConsoleApiAppsByAppIdRequestsRecording"];
        /** Ends the recording of headers and bodies. */
        delete: operations["deleteConsoleApiAppsByAppIdRequestsRecording"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/requests/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Requests of an app, each when its response is sent. While the stream is open, headers and bodies are recorded. */
        get: operations["getConsoleApiAppsByAppIdRequestsStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules of the app, oldest first, with their counters and the limits of its level. */
        get: operations["getConsoleApiAppsByAppIdRules"];
        put?: never;
        /** Adds a rule; open connections of the app use it immediately. */
        post: operations["postConsoleApiAppsByAppIdRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replaces a rule by another one with a new id, in one step. */
        put: operations["putConsoleApiAppsByAppIdRulesByRuleId"];
        post?: never;
        /** Deletes a rule and its counters. */
        delete: operations["deleteConsoleApiAppsByAppIdRulesByRuleId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/rules/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Matches of a rule in the last seven days by hour, and the newest of them. */
        post: operations["postConsoleApiAppsByAppIdRulesBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/rules/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Problems of a rule with their places; nothing is stored. */
        post: operations["postConsoleApiAppsByAppIdRulesCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/rules/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Posts of the last seven days that match two rules, or only one of them. */
        post: operations["postConsoleApiAppsByAppIdRulesCompare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/rules/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Result of each part of a rule for a post, and the matching places in the post. */
        post: operations["postConsoleApiAppsByAppIdRulesExplain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/rules/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every operator of rules with one sentence of help, and which of them the app may use. */
        get: operations["getConsoleApiAppsByAppIdRulesOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/signature/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Compares a base string with the base string of the server for a refused signature. */
        post: operations["postConsoleApiAppsByAppIdSignatureCompare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/signature/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last refused signatures of an app, the newest first, with the base string of the server. */
        get: operations["getConsoleApiAppsByAppIdSignatureFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/signature/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a request and shows each step. */
        post: operations["postConsoleApiAppsByAppIdSignatureSign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an access token and secret for the owner. The old pair stops working immediately. */
        post: operations["postConsoleApiAppsByAppIdToken"];
        /** Revokes the access token of the owner. */
        delete: operations["deleteConsoleApiAppsByAppIdToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tries a call of the API with an app, signed by the server. */
        post: operations["postConsoleApiAppsByAppIdTry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Posts that count for the monthly cap, and requests and posts by hour or day. */
        get: operations["getConsoleApiAppsByAppIdUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page of the users who have authorized an app, by id. */
        get: operations["getConsoleApiAppsByAppIdUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes the access of an app to an account: all tokens and grants of the user. */
        delete: operations["deleteConsoleApiAppsByAppIdUsersByUserId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The webhooks of an app in all environments, the oldest first. */
        get: operations["getConsoleApiAppsByAppIdWebhooks"];
        put?: never;
        /** Challenges a receiver, and registers the webhook if it passes the challenge. */
        post: operations["postConsoleApiAppsByAppIdWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a webhook with its subscriptions. */
        delete: operations["deleteConsoleApiAppsByAppIdWebhooksByWebhookId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Challenges the receiver of a webhook. The result decides if the webhook is valid. */
        post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliveries of a webhook, 50 a page: finished ones, latest first, or waiting ones, by user. */
        get: operations["getConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A delivery with its attempts, and the request as it would be sent now, because bodies are not stored. */
        get: operations["getConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveriesByDeliveryId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues a delivery again, at the head of its queue. */
        post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveriesByDeliveryIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last 20 replays of a webhook, the latest first. */
        get: operations["getConsoleApiAppsByAppIdWebhooksByWebhookIdReplays"];
        put?: never;
        /** Delivers the events of a period to a webhook again. */
        post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdReplays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The subscriptions of a webhook to the events of users, oldest first. */
        get: operations["getConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptions"];
        put?: never;
        /** Subscribes a webhook to the owner of its app, who must have a token of the app for direct messages. */
        post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}/subscriptions/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends the subscription of a webhook to a user. */
        delete: operations["deleteConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptionsByUserId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/webhooks/{webhook_id}/test_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a test event to a webhook once, and does not record it: a deletion of a post that never existed. */
        post: operations["postConsoleApiAppsByAppIdWebhooksByWebhookIdTestEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/apps/{app_id}/windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The current rate windows of an app, of a user’s token of the app, or of an OAuth 2.0 grant. */
        get: operations["getConsoleApiAppsByAppIdWindows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The end of the TLS certificate of the server. */
        get: operations["getConsoleApiCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last checks of the account on this server, the latest first; they are kept for a day. */
        get: operations["getConsoleApiComplianceChecks"];
        put?: never;
        /** Uploads a list of ids, posts or users, and starts to check it. */
        post: operations["postConsoleApiComplianceChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/checks/{check_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A check of the account: progress, counts, and the first ids that need an action. */
        get: operations["getConsoleApiComplianceChecksByCheckId"];
        put?: never;
        post?: never;
        /** Cancels a check of the account. A finished check does not change. */
        delete: operations["deleteConsoleApiComplianceChecksByCheckId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/checks/{check_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The report of a complete check, as a file: each id with its outcome, and the counts. */
        get: operations["getConsoleApiComplianceChecksByCheckIdReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open and past connections of the account to the compliance stream. */
        get: operations["getConsoleApiComplianceConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Closes a connection of the account. The client may connect again. */
        delete: operations["deleteConsoleApiComplianceConnectionsByConnectionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages of the compliance stream as server-sent events named `message`, from now on. */
        get: operations["getConsoleApiComplianceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The compliance streams of the account, with the URL and a curl command for each partition. */
        get: operations["getConsoleApiComplianceStreams"];
        put?: never;
        /** Adds a compliance stream to the account, for its administrators. */
        post: operations["postConsoleApiComplianceStreams"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/streams/{publisher}/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a compliance stream of the account; all connections of the account are closed. */
        delete: operations["deleteConsoleApiComplianceStreamsByPublisherByLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/test_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a test event, the deletion of a post that never existed, to a partition of the compliance stream. */
        post: operations["postConsoleApiComplianceTestEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/compliance/volume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of messages of the compliance stream by time, partition and name. Counts of 0 are left out. */
        get: operations["getConsoleApiComplianceVolume"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Console accounts by name, with their users and compliance streams. */
        get: operations["getConsoleApiOperatorAccounts"];
        put?: never;
        /** Creates a stream for an account, and the account and user if they do not exist. */
        post: operations["postConsoleApiOperatorAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/accounts/{account_name}/streams/{publisher}/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a compliance stream of an account; all connections of the account are closed. */
        delete: operations["deleteConsoleApiOperatorAccountsByAccountNameStreamsByPublisherByLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Apps of all owners, the oldest first: by id, by the name of the owner, or by a part of the name. */
        get: operations["getConsoleApiOperatorApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/apps/{app_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An app with its limits, its webhooks and the actions of operators, without secrets. */
        get: operations["getConsoleApiOperatorAppsByAppId"];
        /** Changes details, rights and limits of an app, with a reason. Omitted members do not change. */
        put: operations["putConsoleApiOperatorAppsByAppId"];
        post?: never;
        /** Deletes an app, with a reason. Its keys and tokens stop working immediately. */
        delete: operations["deleteConsoleApiOperatorAppsByAppId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/apps/{app_id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces a secret of an app, with a reason. The old secret stops working. The new secret is shown once. */
        post: operations["postConsoleApiOperatorAppsByAppIdCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/apps/{app_id}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds an environment for webhooks to an app, which can then use only its declared labels. Does nothing if the app already has the environment. */
        post: operations["postConsoleApiOperatorAppsByAppIdEnvironments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/apps/{app_id}/oauth2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Lets an app use OAuth 2.0, or changes the type of its client, with a reason. A new secret is shown once. */
        put: operations["putConsoleApiOperatorAppsByAppIdOauth2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/apps/{app_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Suspends an app, or ends its suspension, with a reason. */
        put: operations["putConsoleApiOperatorAppsByAppIdState"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log, the newest entry first. */
        get: operations["getConsoleApiOperatorAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/audit/{entry_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undoes the action of an entry, with a reason. The undo gets a new entry. */
        post: operations["postConsoleApiOperatorAuditByEntryIdUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Backups on this node, and the last backup and verification of the desk. */
        get: operations["getConsoleApiOperatorBackups"];
        put?: never;
        /** Begins a backup into the directory "backups" of the data directory. */
        post: operations["postConsoleApiOperatorBackups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/backups/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a backup. */
        delete: operations["deleteConsoleApiOperatorBackupsByName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/backups/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels the running backup or verification; a partial file is removed. */
        post: operations["postConsoleApiOperatorBackupsCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/backups/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins to check the data for corruption. Changes nothing. */
        post: operations["postConsoleApiOperatorBackupsVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open connections of all accounts to the compliance stream, on the node that sends this response. */
        get: operations["getConsoleApiOperatorConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Closes a connection to the compliance stream. The client may connect again. */
        delete: operations["deleteConsoleApiOperatorConnectionsByConnectionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/console_users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Users of the console, the oldest first. */
        get: operations["getConsoleApiOperatorConsoleUsers"];
        put?: never;
        /** Creates a user of the console, and the account of the user if the account does not exist. */
        post: operations["postConsoleApiOperatorConsoleUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/console_users/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a link that signs a user in to the console once, within 24 hours. The link is shown once. */
        post: operations["postConsoleApiOperatorConsoleUsersLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/console_users/operator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Makes a user of the console an operator of the server, or ends this role. */
        put: operations["putConsoleApiOperatorConsoleUsersOperator"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/console_users/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the password of a user of the console. All its sessions end. */
        put: operations["putConsoleApiOperatorConsoleUsersPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Running and ended exports of this node, and the formats. */
        get: operations["getConsoleApiOperatorExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/exports/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports posts, users or follows. */
        get: operations["getConsoleApiOperatorExportsFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/failed_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events and jobs that the server skipped because processing them failed, by reader and name, 200 a page. */
        get: operations["getConsoleApiOperatorFailedItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/failed_items/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes an item, or all items of a reader, from the list of failed items without a retry. */
        post: operations["postConsoleApiOperatorFailedItemsForget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/failed_items/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Requests a retry of an item, of all items of a reader, or of all items. A running server retries them. */
        post: operations["postConsoleApiOperatorFailedItemsRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last imports of the desk, the newest first. */
        get: operations["getConsoleApiOperatorImports"];
        put?: never;
        /** Imports uploaded files, as "aviary import" does. Imports run one after another. */
        post: operations["postConsoleApiOperatorImports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes an ended import from the list, with its reports. The imported data stays. */
        delete: operations["deleteConsoleApiOperatorImportsByImportId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/imports/{import_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels a queued or running import. The stored data stays, and the import can be resumed. */
        post: operations["postConsoleApiOperatorImportsByImportIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/imports/{import_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The report of an import, as a page or as data. */
        get: operations["getConsoleApiOperatorImportsByImportIdReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/imports/{import_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues an ended import again. It continues after its last stored batch. */
        post: operations["postConsoleApiOperatorImportsByImportIdResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invitations, newest first, including used and expired invitations. */
        get: operations["getConsoleApiOperatorInvitations"];
        put?: never;
        /** Makes a link with which one user can sign up. The link is shown once. */
        post: operations["postConsoleApiOperatorInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes an invitation that was not used. */
        delete: operations["deleteConsoleApiOperatorInvitationsByInvitationId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Posts by id or by a query as in 1.1/search/tweets; without a query, the newest posts. */
        get: operations["getConsoleApiOperatorPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/posts/{post_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A post with its state, the number of compliance streams, and the actions of operators. */
        get: operations["getConsoleApiOperatorPostsByPostId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/posts/{post_id}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds a version with a new text to a post, with a reason. */
        post: operations["postConsoleApiOperatorPostsByPostIdEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/posts/{post_id}/moderation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the state of a post, or deletes it, with a reason. */
        post: operations["postConsoleApiOperatorPostsByPostIdModeration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/posts/{post_id}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Pins a post to the profile of its author, in place of the pinned post, or unpins the post. */
        put: operations["putConsoleApiOperatorPostsByPostIdPin"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects of all owners or of one owner, oldest first. */
        get: operations["getConsoleApiOperatorProjects"];
        put?: never;
        /** Creates a project without apps for a user. */
        post: operations["postConsoleApiOperatorProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/projects/{project_id}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves an app into a project. The app leaves its former project. */
        post: operations["postConsoleApiOperatorProjectsByProjectIdApps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports that members made, the newest first. */
        get: operations["getConsoleApiOperatorReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/reports/{report_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A report, and the actions of operators on it. */
        get: operations["getConsoleApiOperatorReportsByReportId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/reports/{report_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Closes a report, or opens it again, with a note. */
        put: operations["putConsoleApiOperatorReportsByReportIdState"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state of the server. */
        get: operations["getConsoleApiOperatorServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/sign_ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sign-ups that wait for approval, the oldest first. */
        get: operations["getConsoleApiOperatorSignUps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/sign_ups/{sign_up_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates the user of a waiting sign-up, or removes the sign-up. */
        post: operations["postConsoleApiOperatorSignUpsBySignUpIdDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state of the test controls. */
        get: operations["getConsoleApiOperatorTestControls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the clock of the server. */
        put: operations["putConsoleApiOperatorTestControlsClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replaces the plan of faults; all counts begin at 0. */
        put: operations["putConsoleApiOperatorTestControlsFaults"];
        post?: never;
        /** Removes the plan of faults. */
        delete: operations["deleteConsoleApiOperatorTestControlsFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/grades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The reports of graded clients that the server keeps, the newest first. */
        get: operations["getConsoleApiOperatorTestControlsGrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/grades/{grade_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A report of a graded client, with its trials. */
        get: operations["getConsoleApiOperatorTestControlsGradesByGradeId"];
        put?: never;
        post?: never;
        /** Deletes a report of a graded client. */
        delete: operations["deleteConsoleApiOperatorTestControlsGradesByGradeId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins to restore the state, the clock and the faults of the start. Later requests wait for the end of the restore. The session may not exist afterwards. */
        post: operations["postConsoleApiOperatorTestControlsReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds the users, apps, posts and other parts of a seed file to the data. Errors have the line and the column. */
        post: operations["postConsoleApiOperatorTestControlsSeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Saves the present state of the data under a name, in place of an earlier snapshot. */
        put: operations["putConsoleApiOperatorTestControlsSnapshotsByName"];
        post?: never;
        /** Deletes a snapshot. */
        delete: operations["deleteConsoleApiOperatorTestControlsSnapshotsByName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/snapshots/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins to restore a snapshot. Later requests wait for the end of the restore. The session may not exist afterwards. */
        post: operations["postConsoleApiOperatorTestControlsSnapshotsByNameRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/test_controls/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts simulated traffic. One simulation or replay runs at a time. */
        post: operations["postConsoleApiOperatorTestControlsTraffic"];
        /** Ends the traffic, if there is any. */
        delete: operations["deleteConsoleApiOperatorTestControlsTraffic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Access tokens of users, without their secrets. */
        get: operations["getConsoleApiOperatorTokens"];
        put?: never;
        /** Issues an access token of an app for a user, with a reason. Its secret is shown once. */
        post: operations["postConsoleApiOperatorTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/tokens/revocation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revokes an access token of a user, with a reason. */
        post: operations["postConsoleApiOperatorTokensRevocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Files that are uploaded, whole or in part, the oldest first. */
        get: operations["getConsoleApiOperatorUploads"];
        put?: never;
        /** Begins an upload. The header `upload-length` has the bytes of the file, and `upload-metadata` its `filename`. The header `location` of the response has the URL of the upload. */
        post: operations["postConsoleApiOperatorUploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/uploads/{upload_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An upload. The header `upload-offset` has the stored bytes, also for HEAD. */
        get: operations["getConsoleApiOperatorUploadsByUploadId"];
        put?: never;
        post?: never;
        /** Removes an upload with its file. */
        delete: operations["deleteConsoleApiOperatorUploadsByUploadId"];
        options?: never;
        head?: never;
        /** Appends a chunk at the offset in the header `upload-offset`. The response has the new offset. */
        patch: operations["patchConsoleApiOperatorUploadsByUploadId"];
        trace?: never;
    };
    "/console/api/operator/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Users by id, screen name or words of their names; without a query, the newest users. */
        get: operations["getConsoleApiOperatorUsers"];
        put?: never;
        /** Creates a user, who can sign in with an e-mail address and a password. */
        post: operations["postConsoleApiOperatorUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A user with its state, its apps, the number of objects that an action affects, and the actions of operators. */
        get: operations["getConsoleApiOperatorUsersByUserId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/users/{user_id}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates an app for a user, with a reason. The response has the secrets, which are shown only once. */
        post: operations["postConsoleApiOperatorUsersByUserIdApps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/users/{user_id}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Erases the locations of posts of a user permanently, with a reason. */
        delete: operations["deleteConsoleApiOperatorUsersByUserIdLocations"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/users/{user_id}/moderation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the state of a user, with a reason. */
        post: operations["postConsoleApiOperatorUsersByUserIdModeration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/users/{user_id}/password_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a link with which a user sets a new password once. The link is shown once. */
        post: operations["postConsoleApiOperatorUsersByUserIdPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/users/{user_id}/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The posts of a user, newest first: every version, including dropped and withheld posts. */
        get: operations["getConsoleApiOperatorUsersByUserIdPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The day of the API, and the days on which its paths begin and end. */
        get: operations["getConsoleApiOperatorVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A webhook of any app, with its app. */
        get: operations["getConsoleApiOperatorWebhooksByWebhookId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliveries of a webhook, 50 a page: finished ones, latest first, or waiting ones, by user. */
        get: operations["getConsoleApiOperatorWebhooksByWebhookIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A delivery with its event and its attempts, without the body, which may be a direct message. */
        get: operations["getConsoleApiOperatorWebhooksByWebhookIdDeliveriesByDeliveryId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues a delivery again, at the head of its queue. */
        post: operations["postConsoleApiOperatorWebhooksByWebhookIdDeliveriesByDeliveryIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/operator/webhooks/{webhook_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues all dead-lettered deliveries of a webhook again. */
        post: operations["postConsoleApiOperatorWebhooksByWebhookIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The passkeys of the caller, oldest first. */
        get: operations["getConsoleApiPasskeys"];
        put?: never;
        /** Registers a passkey by the response of the browser. */
        post: operations["postConsoleApiPasskeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Names a passkey. */
        put: operations["putConsoleApiPasskeysByPasskeyId"];
        post?: never;
        /** Removes a passkey. The passkey can no longer sign in; existing sessions stay. */
        delete: operations["deleteConsoleApiPasskeysByPasskeyId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Options with which a browser makes a passkey of the caller. */
        post: operations["postConsoleApiPasskeysOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All projects of the caller, oldest first. */
        get: operations["getConsoleApiProjects"];
        put?: never;
        /** Creates a project without apps. */
        post: operations["postConsoleApiProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes a project. Omitted members do not change. */
        put: operations["putConsoleApiProjectsByProjectId"];
        post?: never;
        /** Deletes a project without apps. */
        delete: operations["deleteConsoleApiProjectsByProjectId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed-in user of the console. */
        get: operations["getConsoleApiSession"];
        put?: never;
        /** Signs in with e-mail address and password. */
        post: operations["postConsoleApiSession"];
        /** Signs out: the session ends. */
        delete: operations["deleteConsoleApiSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in by a one-time link. */
        post: operations["postConsoleApiSessionLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in by a passkey. */
        post: operations["postConsoleApiSessionPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Options with which a browser signs in by a passkey; they name no user. */
        post: operations["postConsoleApiSessionPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The live sessions of the caller, newest first. */
        get: operations["getConsoleApiSessions"];
        put?: never;
        post?: never;
        /** Signs out everywhere: ends all sessions of the caller, including this one. */
        delete: operations["deleteConsoleApiSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Links the caller to an existing network user by that user’s password. The caller then manages the apps of that user. */
        put: operations["putConsoleApiUser"];
        /** Creates the network user of a caller who has none. */
        post: operations["postConsoleApiUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** ComplianceCheck */
        ComplianceCheck: {
            /** @description Counts so far, as in the report: checked, to_delete, available, unknown, unreadable and more. */
            counts: {
                [key: string]: unknown;
            };
            ended_at: number | null;
            failure: string | null;
            /** @description The first 500 ids that need an action; the report has all. */
            findings: {
                action: string;
                created_at?: string;
                id: string;
                reason: string;
                redacted_at?: string;
                withheld_in_countries?: string[];
            }[];
            id: string;
            ids: number | null;
            /** @description Name of the file. */
            name: string;
            /** @description Bytes that have been read. */
            read: number;
            sentences: string[];
            /** @description Bytes of the file. */
            size: number;
            /** @description Unix milliseconds. */
            started_at: number;
            /** @enum {unknown} */
            state: "waiting" | "reading" | "checking" | "complete" | "failed" | "cancelled";
            /** @enum {unknown} */
            type: "tweets" | "users";
        };
        /** ConsoleApp */
        ConsoleApp: {
            /** @description The switch "Enable Sign in". */
            allows_sign_in: boolean;
            callback_urls: string[];
            /** Format: date-time */
            created_at: string;
            description: string;
            id: string;
            is_suspended: boolean;
            level: string;
            may_read_email: boolean;
            name: string;
            organisation: string;
            organisation_url: string;
            /** @enum {unknown} */
            permissions: "read" | "read-write" | "read-write-directmessages";
            privacy_url: string;
            project: {
                id: string;
                name: string;
            } | null;
            terms_url: string;
            url: string;
        };
        /** ConsoleAppSummary */
        ConsoleAppSummary: {
            /** Format: date-time */
            created_at: string;
            description: string;
            id: string;
            is_suspended: boolean;
            name: string;
            /** @enum {unknown} */
            permissions: "read" | "read-write" | "read-write-directmessages";
            project_id: string | null;
        };
        /** ConsoleArchive */
        ConsoleArchive: {
            log: {
                [key: string]: unknown;
            };
        };
        /** ConsoleAuditEntry */
        ConsoleAuditEntry: {
            /** @description Such as `user.suspend`. */
            action: string;
            /** @description E-mail address of a console user, `command line` or `admin token`; `the user` in the history of a user. */
            actor: string;
            /** @description Unix milliseconds. */
            at: number;
            /** @description True if the action can be undone, provided that nothing has changed since. */
            can_undo: boolean;
            /** @description Facts of the action. */
            details: {
                [key: string]: unknown;
            };
            id: string;
            reason: string;
            subject: {
                /** @description Id, e-mail address or name of an account. */
                key: string;
                kind: string;
                /** @description Name of the subject at that time; may be empty. */
                name: string;
            };
        };
        /** ConsoleBacktest */
        ConsoleBacktest: {
            figures: {
                dialect: "labs-1" | "2";
                /** @description The last 168 hours, including the current hour; 0 for hours that were not examined. */
                hours: {
                    /** @description Matched posts beyond 50 per second, which a stream would drop. */
                    dropped: number;
                    matched: number;
                    /**
                     * Format: date-time
                     * @description Start of the hour, in UTC.
                     */
                    start: string;
                }[];
                matched: number;
                per_month: {
                    /** @constant */
                    cap: 500000;
                    /** @description Posts in 30 days at the rate between `start_time` and `end_time`. */
                    projected: number;
                    /** @description `projected` divided by `cap`. */
                    share: number;
                };
                per_second: {
                    /** @constant */
                    cap: 50;
                    dropped: number;
                    /** @description The maximum number of posts in one clock second. */
                    peak: number;
                    /** Format: date-time */
                    peak_at?: string;
                    /** @description Seconds in which posts would have been dropped. */
                    seconds_above: number;
                    /** @description `peak` divided by `cap`; posts are dropped above 1. */
                    share: number;
                };
                /** @description The rule. */
                value: string;
            };
            meta: {
                /** Format: date-time */
                end_time: string;
                /** @description Number of examined posts. */
                examined: number;
                /** @description True when all hours were examined; otherwise `next_token` continues with older posts. */
                is_complete: boolean;
                /** @description True when the index covers all posts; false while the index is rebuilt or posts are imported. */
                is_index_current: boolean;
                next_token?: string;
                /**
                 * Format: date-time
                 * @description All posts between this time and `end_time` were examined.
                 */
                start_time: string;
            };
            newest: {
                matched: number;
                samples: components["schemas"]["ConsoleRulePost"][];
            };
        };
        /** ConsoleBackups */
        ConsoleBackups: {
            /** @description Backups in the folder, the newest first. */
            files: {
                bytes: number;
                made_at: number;
                name: string;
            }[];
            /** @description Path on the server. */
            folder: string;
            /** @description The last backup and the last verification of this node. */
            tasks: {
                /** @description Finished rows of a backup, or finished checks of a verification. */
                done: number;
                ended_at: number | null;
                failure: string | null;
                /** @enum {unknown} */
                kind: "backup" | "verification";
                /** @description The lines that the command prints at its end. */
                lines: string[];
                /** @description Number of all rows or checks; 0 until they are counted. */
                of: number;
                started_at: number;
                /** @description E-mail address of the operator. */
                started_by: string;
                /** @enum {unknown} */
                state: "running" | "complete" | "failed" | "cancelled";
            }[];
        };
        /** ConsoleBucket */
        ConsoleBucket: {
            /**
             * Format: date-time
             * @description The beginning, in UTC.
             */
            at: string;
            /** @description Statuses 5xx. */
            failed: number;
            /** @description Requests by family of endpoints. */
            families: {
                [key: string]: number;
            };
            posts: number;
            /** @description Statuses 4xx. */
            refused: number;
            requests: number;
            /** @description Statuses 2xx and 3xx. */
            succeeded: number;
        };
        /** ConsoleCalculation */
        ConsoleCalculation: {
            authorization: string;
            base_string: string;
            base_url: string;
            /** @description The form of the key; secrets are not shown. */
            key: string;
            parameter_string: string;
            parameters: {
                encoded: string;
                from: "header" | "query" | "body";
                name: string;
                value: string;
            }[];
            signature: string;
        };
        /** ConsoleCertificate */
        ConsoleCertificate: {
            /** @description Whole days until the certificate ends; negative after the end; null without TLS. */
            days: number | null;
            /** @description ISO 8601; null without TLS. */
            expires_at: string | null;
            /**
             * @description none without TLS; expiring in the last 21 days.
             * @enum {unknown}
             */
            state: "none" | "valid" | "expiring" | "expired";
        };
        /** ConsoleChallenge */
        ConsoleChallenge: {
            /** @description The `response_token` that proves the consumer secret. */
            expected: string;
            request: {
                body: string | null;
                headers: {
                    [key: string]: string;
                };
                method: string;
                url: string;
            };
            response: {
                /** @description The beginning of the response, or an error message. */
                body: string;
                /** @description Null without a response. */
                status: number | null;
            };
            /** @enum {unknown} */
            result: "met" | "wrong-token" | "too-slow" | "bad-status" | "unreachable";
            took_ms: number;
        };
        /** ConsoleComparison */
        ConsoleComparison: {
            both: {
                matched: number;
                samples: components["schemas"]["ConsoleRulePost"][];
            };
            meta: {
                /** Format: date-time */
                end_time: string;
                /** @description Number of examined posts. */
                examined: number;
                /** @description True when all hours were examined; otherwise `next_token` continues with older posts. */
                is_complete: boolean;
                /** @description True when the index covers all posts; false while the index is rebuilt or posts are imported. */
                is_index_current: boolean;
                next_token?: string;
                /**
                 * Format: date-time
                 * @description All posts between this time and `end_time` were examined.
                 */
                start_time: string;
            };
            only_from: {
                matched: number;
                samples: components["schemas"]["ConsoleRulePost"][];
            };
            only_to: {
                matched: number;
                samples: components["schemas"]["ConsoleRulePost"][];
            };
        };
        /** ConsoleConnectedUser */
        ConsoleConnectedUser: {
            /** Format: date-time */
            connected_at: string;
            id: string;
            name: string;
            /** @description The access level of the OAuth 1.0a tokens; null without such a token. */
            permissions: ("read" | "read-write" | "read-write-directmessages") | null;
            /** @description Scopes of the OAuth 2.0 grants of the user. */
            scopes: string[];
            screen_name: string;
        };
        /** ConsoleConnection */
        ConsoleConnection: {
            /** @description Messages that were sent. */
            delivered: number;
            /** @description Posts dropped by the limit per second. */
            dropped: number;
            /** Format: date-time */
            ended_at?: string;
            id: string;
            /** @description Milliseconds from the event of the last message to its write. */
            lag_ms?: number;
            /** @description The reason of the end, such as `client` or `slow`. */
            reason?: string;
            /** Format: date-time */
            started_at: string;
            /** @description Kind of stream, such as `2 filter`. */
            stream: string;
        };
        /** ConsoleConnections */
        ConsoleConnections: {
            connections: components["schemas"]["ConsoleConnection"][];
        };
        /** ConsoleCredentials */
        ConsoleCredentials: {
            access_token: {
                /** Format: date-time */
                created_at: string;
                /** @enum {unknown} */
                permissions: "read" | "read-write" | "read-write-directmessages";
                token: string;
            } | null;
            /** @description Requests for a change must have this version. The server refuses a change with an older version. */
            access_token_version: string;
            /** @description Requests for a change must have this version. The server refuses a change with an older version. */
            bearer_version: string;
            client: {
                client_id: string;
                /** @enum {unknown} */
                client_type: "public" | "confidential";
            } | null;
            /** @description Requests for a change must have this version. The server refuses a change with an older version. */
            client_version: string;
            consumer_key: string;
            has_bearer_token: boolean;
            /** @description Requests for a change must have this version. The server refuses a change with an older version. */
            keys_version: string;
        };
        /** ConsoleDeskAccount */
        ConsoleDeskAccount: {
            /** @description Unix milliseconds. */
            created_at: number;
            /** @description Part of the URLs of its streams. */
            name: string;
            streams: {
                label: string;
                publisher: string;
                /** @description URL of the first partition. */
                url: string;
            }[];
            users: {
                email: string;
                id: string;
                is_operator: boolean;
                /** @enum {unknown} */
                role: "admin" | "user";
            }[];
        };
        /** ConsoleDeskApp */
        ConsoleDeskApp: {
            /** @description Unix milliseconds. */
            created_at: number;
            id: string;
            /**
             * @description Decides the limits in API v2.
             * @enum {unknown}
             */
            level: "standard" | "elevated" | "academic";
            may_read_email: boolean;
            name: string;
            owner: {
                id: string;
                username: string;
            };
            /** @enum {unknown} */
            permissions: "read" | "read-write" | "read-write-directmessages";
            /** @description Unix milliseconds. */
            suspended_at: number | null;
        };
        /** ConsoleDeskConnection */
        ConsoleDeskConnection: {
            account_name: string;
            address: string;
            /** @description Number of sent messages, including history. */
            delivered: number;
            email: string;
            /** @description Id of the connection on this node. */
            id: string;
            label: string;
            /** @description Age of the oldest message that waits; null while history is sent. */
            lag_ms: number | null;
            /** @description Unix milliseconds. */
            opened_at: number;
            partition: number;
            publisher: string;
        };
        /** ConsoleDeskConsoleUser */
        ConsoleDeskConsoleUser: {
            account_name: string;
            /** @description Unix milliseconds. */
            created_at: number;
            email: string;
            has_password: boolean;
            id: string;
            is_operator: boolean;
            passkeys: number;
            /** @enum {unknown} */
            role: "admin" | "user";
        };
        /** ConsoleDeskInvitation */
        ConsoleDeskInvitation: {
            /** @description Unix milliseconds. */
            created_at: number;
            created_by: string;
            /** @description Unix milliseconds. */
            expires_at: number;
            id: string;
            /** @description Text of the operator; may be empty. */
            note: string;
            /** @description Null until the invitation is used. */
            used_at: number | null;
            /** @description The user who signed up with the invitation. */
            user_id: string | null;
        };
        /** ConsoleDeskPost */
        ConsoleDeskPost: {
            author: {
                id: string;
                name: string;
                username: string;
            };
            /** @description Unix milliseconds. */
            created_at: number;
            dropped_at: number | null;
            id: string;
            /** @description Id of the first version, to which the state belongs. */
            initial_id: string;
            /** @description Id of the newest version. */
            latest_id: string;
            likes: number;
            media: number;
            quotes: number;
            replies: number;
            reposted_id: string | null;
            reposts: number;
            text: string;
            /** @description Version of the state, for actions. */
            version: string;
            withheld_in_countries: string[];
        };
        /** ConsoleDeskProject */
        ConsoleDeskProject: {
            /** @description The number of its apps. */
            apps: number;
            /** @description Unix milliseconds. */
            created_at: number;
            id: string;
            name: string;
            owner: {
                id: string;
                username: string;
            };
        };
        /** ConsoleDeskReport */
        ConsoleDeskReport: {
            /** @description Null while the report is open. */
            closed_at: number | null;
            closed_by: string | null;
            /** @description Comment of the reporter; may be empty. */
            comment: string;
            /** @description Unix milliseconds. */
            created_at: number;
            id: string;
            /** @description Note of the operator who closed the report. */
            note: string;
            /** @description Null for a report about a user. */
            post: {
                /** @description Id of the first version. */
                id: string;
                /** @description Null for a deleted post. */
                text: string | null;
            } | null;
            /** @description Such as `spam`. */
            reason: string;
            reporter: {
                id: string;
                name: string;
                username: string;
            };
            /** @description The reported user, or the author of the post. */
            user: {
                id: string;
                name: string;
                username: string;
            };
        };
        /** ConsoleDeskSignUp */
        ConsoleDeskSignUp: {
            /** @description Unix milliseconds. */
            created_at: number;
            email: string;
            id: string;
            name: string;
            username: string;
        };
        /** ConsoleDeskToken */
        ConsoleDeskToken: {
            app: {
                id: string;
                name: string;
            };
            /** @description Unix milliseconds. */
            created_at: number;
            /** @description The access level with which the token was issued. */
            permissions: string;
            revoked_at: number | null;
            /** @description Without its secret. */
            token: string;
            user: {
                id: string;
                username: string;
            };
        };
        /** ConsoleDeskUser */
        ConsoleDeskUser: {
            /** @description Unix milliseconds. */
            created_at: number;
            /** @description Unix milliseconds. */
            deactivated_at: number | null;
            /** @description Time when the posts of a deactivated user are erased. Afterwards, the user cannot be reactivated. */
            erased_at: number | null;
            followers: number;
            following: number;
            id: string;
            /** @description True when the posts of a deactivated user are erased. */
            is_gone: boolean;
            is_protected: boolean;
            likes: number;
            name: string;
            posts: number;
            /** @description Unix milliseconds. */
            suspended_at: number | null;
            username: string;
            /** @description Version of the state, for actions. */
            version: string;
            withheld_in_countries: string[];
        };
        /** ConsoleExplanation */
        ConsoleExplanation: {
            matches: boolean;
            /** @description The whole rule, and then its parts. Each part comes before the parts inside it. */
            parts: {
                /** @description Number of enclosing parts. */
                depth: number;
                /** @description Exclusive. */
                end: number;
                evidence: {
                    field: string;
                    spans: {
                        end: number;
                        start: number;
                        /** @description Index in `texts`. */
                        text: number;
                    }[];
                    value: string;
                }[];
                kind: "and" | "or" | "not" | "term";
                matches: boolean;
                /** @description In UTF-16 code units of the rule. */
                start: number;
            }[];
            post: components["schemas"]["ConsoleRulePost"];
        };
        /** ConsoleExports */
        ConsoleExports: {
            /** @description The newest first. */
            exports: {
                ended_at: number | null;
                /** @description Name of the file. */
                name: string;
                /** @description Rows written so far; for posts, the rows that were read. */
                rows: number;
                started_at: number;
                /** @description E-mail address of the operator. */
                started_by: string;
                /** @enum {unknown} */
                state: "running" | "complete" | "failed";
                /** @description Items that are left out, because they cannot be read. */
                unreadable: number;
            }[];
            /** @description Formats by kind, the default first. */
            formats: {
                [key: string]: string[];
            };
        };
        /** ConsoleFailedItem */
        ConsoleFailedItem: {
            attempts: number;
            error: string;
            /** @description Unix milliseconds. */
            first_at: number;
            is_retry_requested: boolean;
            /** @description Such as `event 12`. The row `others` counts all items without a separate row. */
            item: string;
            /** @description Unix milliseconds. */
            last_at: number;
            /** @description The reader of the log, or the job, that skipped the item. */
            reader: string;
        };
        /** ConsoleGrade */
        ConsoleGrade: {
            /** @description Name of the graded client. */
            client: string;
            failed: number;
            id: string;
            /** @description True for one failure of each kind, and shorter waits. */
            is_quick: boolean;
            /** @description Trials that the client did not reach. */
            not_seen: number;
            passed: number;
            /** @description Unix milliseconds, by the clock of the machine. */
            received_at: number;
            trials: {
                /** @description Advice to the author of the client. */
                change?: string;
                /** @description The documented behaviour. */
                expected: string;
                /** @enum {unknown} */
                grade: "pass" | "fail" | "not-seen";
                name: string;
                /** @description The observed behaviour, or the reason why none was observed. */
                seen: string;
            }[];
        };
        /** ConsoleGrades */
        ConsoleGrades: {
            /** @description Maximum number of stored reports. A further report replaces the oldest report. */
            max_reports: number;
            /** @description The newest first, without their trials. */
            reports: {
                /** @description Name of the graded client. */
                client: string;
                failed: number;
                id: string;
                /** @description True for one failure of each kind, and shorter waits. */
                is_quick: boolean;
                /** @description Trials that the client did not reach. */
                not_seen: number;
                passed: number;
                /** @description Unix milliseconds, by the clock of the machine. */
                received_at: number;
            }[];
        };
        /** ConsoleGrant */
        ConsoleGrant: {
            /** Format: date-time */
            created_at: string;
            id: string;
            scopes: string[];
            screen_name: string;
        };
        /** ConsoleImport */
        ConsoleImport: {
            /** @description True for an ended import whose files are stored. */
            can_resume: boolean;
            /** @description The command with the same effect. */
            command: string;
            /** @description Unix milliseconds. */
            created_at: number;
            /** @description True to read and check everything, and to write nothing. */
            dry_run: boolean;
            ended_at: number | null;
            /** @description The reason, and what to do. */
            failure: string | null;
            files: {
                bytes: number;
                name: string;
            }[];
            /** @description True to exchange the columns of follows. */
            followee_first: boolean;
            has_report: boolean;
            id: string;
            /** @description Number of stops of the server after which the import continued. */
            interruptions: number;
            /** @description True if the account of an archive was protected. */
            is_protected: boolean;
            /**
             * @description The kind of objects to import. `all` also imports personal archives.
             * @enum {unknown}
             */
            kind: "all" | "users" | "posts" | "follows";
            /** @description The lines that the command prints at its end. */
            lines: string[];
            /** @description Progress of a running import. */
            progress: {
                /** @description Bytes that the stage has read. */
                bytes: number;
                /** @description Bytes of all files; 0 if the stage does not count bytes. */
                of: number;
                /** @enum {unknown} */
                stage: "starting" | "checking" | "importing" | "indexing";
            } | null;
            started_at: number | null;
            /** @description E-mail address of the operator. */
            started_by: string;
            /** @enum {unknown} */
            state: "queued" | "running" | "complete" | "failed" | "cancelled";
        };
        /** ConsoleImports */
        ConsoleImports: {
            /** @description The newest first. */
            imports: components["schemas"]["ConsoleImport"][];
        };
        /** ConsoleLimits */
        ConsoleLimits: {
            limit: number;
            remaining: number;
            /** @description Unix seconds. */
            reset: number;
        };
        /** ConsoleMessage */
        ConsoleMessage: {
            body?: string;
            body_bytes: number;
            headers: {
                name: string;
                value: string;
            }[];
            is_cut: boolean;
        };
        /** ConsoleMonth */
        ConsoleMonth: {
            cap: number;
            /** Format: date-time */
            from: string;
            /** @description True if the apps of the project share the cap. */
            is_of_project: boolean;
            product: string;
            /** Format: date-time */
            resets_at: string;
            /** @description Posts in this month, of all apps with the same cap. */
            used: number;
        };
        /** ConsolePasskey */
        ConsolePasskey: {
            /** @description ISO 8601. */
            created_at: string;
            /** @description Host of the console for which the passkey works; null if an earlier version stored the passkey and it has not signed in since. */
            host: string | null;
            id: string;
            name: string;
            /** @description Time of the last sign-in; ISO 8601. */
            used_at: string | null;
        };
        /** ConsoleProblem */
        ConsoleProblem: {
            /** @description The member of the body that is at fault. */
            field?: string;
            /** @description For people: the problem, and the next step. */
            message: string;
            /** @description For programs, such as `app-not-found`. */
            reason: string;
            status: number;
        };
        /** ConsoleProject */
        ConsoleProject: {
            /** Format: date-time */
            created_at: string;
            description: string;
            id: string;
            name: string;
            use_case: string;
        };
        /** ConsoleRecording */
        ConsoleRecording: {
            /** Format: date-time */
            recorded_until: string;
        };
        /** ConsoleRequest */
        ConsoleRequest: {
            /** Format: date-time */
            at: string;
            credentials?: "oauth1" | "oauth2" | "bearer" | "basic" | "consumer";
            endpoint: string;
            /** @description The beginning of the body of an error. */
            error?: string;
            family: string;
            id: string;
            /** @description True if headers and bodies were recorded. */
            is_recorded: boolean;
            limits?: components["schemas"]["ConsoleLimits"];
            method: string;
            /** @description Milliseconds until the head of the response. */
            ms: number;
            /** @description Path and query, with masked secrets. */
            path: string;
            /** @description The reason of the server, for refused credentials. */
            reason?: string;
            status: number;
            /** @description The header `x-transaction` of the response. */
            transaction: string;
            user_id?: string;
        };
        /** ConsoleRequestDetails */
        ConsoleRequestDetails: {
            /** @description Scheme and host, if headers were recorded. */
            origin?: string;
            received?: components["schemas"]["ConsoleMessage"];
            request: components["schemas"]["ConsoleRequest"];
            sent?: components["schemas"]["ConsoleMessage"];
        };
        /** ConsoleRequests */
        ConsoleRequests: {
            /** Format: date-time */
            recorded_until?: string;
            /** @description The newest first. */
            requests: components["schemas"]["ConsoleRequest"][];
        };
        /** ConsoleRule */
        ConsoleRule: {
            id: string;
            /** Format: date-time */
            last_matched_at?: string;
            /** @description Posts matched while the app was connected. */
            matched: number;
            /** @description Empty for an untagged rule. */
            tag: string;
            value: string;
        };
        /** ConsoleRuleCheck */
        ConsoleRuleCheck: {
            /** @description Characters of the rule. */
            length: number;
            max_length: number;
            problems: {
                /** @description Exclusive. */
                end: number;
                /** @description Tokens and forms that are possible at `start`. */
                expected: string[];
                /** @description The message of the API. */
                message: string;
                /** @description In UTF-16 code units of the rule. */
                start: number;
            }[];
        };
        /** ConsoleRuleOperators */
        ConsoleRuleOperators: {
            operators: {
                example: string;
                help: string;
                is_available: boolean;
                /** @description False for an operator that needs another term. */
                stands_alone: boolean;
                /** @description Text that a completion inserts. */
                text: string;
                values: {
                    help: string;
                    is_available: boolean;
                    text: string;
                }[];
            }[];
        };
        /** ConsoleRulePost */
        ConsoleRulePost: {
            author: {
                id: string;
                name: string;
                username: string;
            };
            /** Format: date-time */
            created_at: string;
            id: string;
            is_repost: boolean;
            /** @description Places that make the rules match, in order, without overlaps. */
            marks: {
                end: number;
                start: number;
                /** @description Index in `texts`. */
                text: number;
            }[];
            /** @description The text of the post, or of the original of a repost, then the text of the quoted post. */
            texts: {
                text: string;
                username: string;
            }[];
        };
        /** ConsoleRules */
        ConsoleRules: {
            max_length: number;
            max_rules: number;
            rules: components["schemas"]["ConsoleRule"][];
        };
        /** ConsoleSeededWorld */
        ConsoleSeededWorld: {
            apps: {
                bearer_token: string;
                client_id: string;
                consumer_key: string;
                consumer_secret: string;
                id: string;
                name: string;
                tokens: {
                    access_token: string;
                    access_token_secret: string;
                    user: string;
                }[];
            }[];
            users: {
                id: string;
                screen_name: string;
            }[];
        };
        /** ConsoleServerState */
        ConsoleServerState: {
            /** @description Problems of the clock, now or in the last hour. */
            clock: string | null;
            has_test_controls: boolean;
            is_ready: boolean;
            log: {
                /** @description The last position of the event log. */
                head: string;
                readers: {
                    /** @description Events after this position, including kinds that the reader ignores. */
                    behind: number;
                    /** @description Items that the reader skipped because their processing failed. */
                    failed_items: number;
                    name: string;
                    /** @description The last position that the reader has processed and saved. */
                    position: string;
                }[];
                /** @description Events up to this position have been removed. */
                trimmed: string;
            };
            nodes: {
                /** @description URL of the public listener on the machine of the node; empty if unknown. */
                address: string;
                id: string;
                /** @description True for the node that sends this response. */
                is_self: boolean;
                /** @description Unix milliseconds. */
                last_seen: number;
                /** @description Load at `last_seen`; null if unknown. */
                load: {
                    /** @description Number of later events in the log, including events since `last_seen`. */
                    behind: number;
                    /** @description Connections to the public listeners of the node. */
                    connections: number;
                    /** @description Resident memory. */
                    memory_bytes: number;
                    /** @description Position of the last event in the memory of the node. */
                    position: string;
                    /** @description Used share of one processor since the previous renewal; 0 or more. */
                    processor: number;
                    /** @description Requests that the node is processing. */
                    requests: number;
                    /** @description Open streams. */
                    streams: number;
                } | null;
                /** @description Host and process id. */
                name: string;
                roles: ("api" | "streams" | "webhooks" | "jobs")[];
                /** @description Unix milliseconds. */
                since: number;
                /** @description The version of Aviary on the node; null for versions that did not store it. */
                version: string | null;
            }[];
            /** @description Unix milliseconds. */
            now: number;
            /** @description The reason why the server is not ready. */
            reason: string | null;
            /** @description Requests of this node since its start. */
            requests: {
                answered: number;
                /** @description Responses with a status of 500 or more. */
                failed: number;
                /** @description Responses with a status from 400 to 499. */
                refused: number;
            };
            settings: {
                name: string;
                /** @description The flag, variable or file that sets the value; null if unknown. */
                source: string | null;
                /** @description Value as a text; null if the setting has no value. Secrets are masked. */
                value: string | null;
            }[];
            /** @description Unix milliseconds. */
            started_at: number;
            storage: {
                database_bytes: number;
                engine: "sqlite" | "postgres";
                /** @description Free bytes on the disk of the data directory; null if unknown. */
                free_bytes: number | null;
            };
            /** @description Open connections of this node. */
            streams: {
                connections: number;
                name: string;
            }[];
            version: string;
            webhooks: {
                /** @description Time when the oldest of these deliveries was queued. */
                oldest: number | null;
                /** @description Deliveries that are queued. */
                waiting: number;
            };
        };
        /** ConsoleSession */
        ConsoleSession: {
            /** @description Base URL of the API without a trailing slash, also when the console has a listener of its own. */
            api_url: string;
            /** @description True when the server runs with test controls. */
            has_test_controls: boolean;
            /** @description The user of the network whose apps and projects the caller manages. */
            network_user: {
                id: string;
                name: string;
                screen_name: string;
            } | null;
            user: {
                /** @description Name of the account, which is part of the URLs of its streams. */
                account_name: string;
                email: string;
                /** @description False for a user who signs in by links or passkeys only. */
                has_password: boolean;
                id: string;
                /** @description True for operators of the server, who may use the desk. */
                is_operator: boolean;
                /** @enum {unknown} */
                role: "admin" | "user";
            };
        };
        /** ConsoleSignatureComparison */
        ConsoleSignatureComparison: {
            findings: {
                mistake: "empty" | "white-space" | "encoded-as-a-whole" | "separator-missing" | "method" | "method-case" | "url" | "url-not-encoded" | "url-encoded-twice" | "query-in-url" | "scheme" | "host" | "host-case" | "port" | "path" | "parameters-not-encoded" | "body-left-out" | "parameter-missing" | "oauth-parameter-missing" | "signature-included" | "parameter-extra" | "parameter-twice" | "order" | "hex-case" | "plus-for-space" | "encoded-twice" | "encoded-once-less" | "reserved-characters" | "timestamp" | "nonce" | "value" | "other";
                parameter?: string;
                server?: string;
                yours?: string;
            }[];
            /** @description Position of the first byte that differs, from 0. */
            first_byte?: number;
            is_same: boolean;
            /** @description The text of the server around that byte. */
            server: string;
            yours: string;
        };
        /** ConsoleSignatureFailure */
        ConsoleSignatureFailure: {
            /** Format: date-time */
            at: string;
            /** @description Base string of the server, with masked secrets; empty if none was built. */
            base_string: string;
            /** @description Seconds by which the clock of the client was behind; negative if ahead. */
            clock_seconds?: number;
            id: string;
            /** @description The mistake in the signing key, if the base string was right. */
            key_mistake?: string;
            method: string;
            /** @description Scheme and host as the server saw them. */
            origin: string;
            path: string;
            reason: string;
        };
        /** ConsoleSignatureFailures */
        ConsoleSignatureFailures: {
            failures: components["schemas"]["ConsoleSignatureFailure"][];
        };
        /** ConsoleStream */
        ConsoleStream: {
            label: string;
            partitions: {
                /** @description A curl command that connects; curl asks for the password. */
                curl: string;
                partition: number;
                url: string;
            }[];
            publisher: string;
        };
        /** ConsoleTestControls */
        ConsoleTestControls: {
            /** @description URL of the admin listener, for commands. */
            address: string;
            clock: {
                /** @description Unix milliseconds. */
                now: number;
                /** @description Speed as a multiple of real time; 0 for a stopped clock. */
                speed: number;
            };
            faults: {
                counts: {
                    /** @description Calls that the fault selected. */
                    calls: number;
                    /** @description Calls into which the fault was injected. */
                    hits: number;
                    name: string;
                    on: string;
                }[];
                /** @description The plan as it was received. */
                plan: string | null;
            };
            /** @description False when media files are in a bucket: they are not copied. */
            has_all_media: boolean;
            max_speed: number;
            /** @description The last restore of a snapshot that was requested here. */
            restore: {
                failure: string | null;
                name: string;
                /** @enum {unknown} */
                state: "running" | "complete" | "failed";
            } | null;
            snapshots: {
                name: string;
                /** @description Version of the tables. */
                version: string;
            }[];
            /** @description The last traffic that was started here or by commands. */
            traffic: {
                /** @description Actions of a simulation so far. */
                counts: {
                    [key: string]: number;
                };
                failure: string | null;
                /** @enum {unknown} */
                kind: "simulation" | "replay";
                /** @description Null for a replay. */
                length_ms: number | null;
                /** @description Milliseconds since the start of the traffic, by the clock of the server. */
                position_ms: number;
                /** @enum {unknown} */
                state: "running" | "paused" | "finished" | "stopped" | "failed";
            } | null;
        };
        /**
         * ConsoleTrial
         * @description Tokens and signatures are masked. If there is no response, the call took too long.
         */
        ConsoleTrial: {
            request: {
                /** @description The signature base string, without the token. Absent for a bearer token. */
                base_string?: string;
                body?: string;
                headers: {
                    name: string;
                    value: string;
                }[];
                method: string;
                url: string;
            };
            response?: {
                body: string;
                /** @description Reason why no more of the body was read. */
                ended: "complete" | "cut off" | "enough" | "bytes" | "time";
                headers: {
                    name: string;
                    value: string;
                }[];
                /** @description Complete messages; for streams only. */
                messages?: string[];
                /** @description Until the response began. */
                milliseconds: number;
                reason: string;
                status: number;
            };
        };
        /** ConsoleUpload */
        ConsoleUpload: {
            /** @description Unix milliseconds. */
            created_at: number;
            /** @description Unix milliseconds. Each chunk extends the time. */
            expires_at: number;
            id: string;
            /** @description Bytes of the file. */
            length: number;
            /** @description Name of the file. */
            name: string;
            /** @description Bytes that are stored. */
            offset: number;
        };
        /** ConsoleUploads */
        ConsoleUploads: {
            /** @description Bytes that a file may have. */
            max_bytes: number;
            /** @description Bytes that one request may append. */
            max_chunk_bytes: number;
            /** @description Files that may be stored at a time. */
            max_uploads: number;
            uploads: components["schemas"]["ConsoleUpload"][];
        };
        /** ConsoleUsage */
        ConsoleUsage: {
            buckets: components["schemas"]["ConsoleBucket"][];
            hours_of_bucket: number;
            months: components["schemas"]["ConsoleMonth"][];
        };
        /** ConsoleVersions */
        ConsoleVersions: {
            /** @description The day that determines the served paths; null if every path is served. */
            day: string | null;
            lifetimes: {
                deprecated: string | null;
                /** @description Empty for all methods. */
                methods: string[];
                paths: string[];
                since: string | null;
                /** @enum {unknown} */
                state: "future" | "served" | "deprecated" | "ended";
                successor: string | null;
                until: string | null;
            }[];
        };
        /** ConsoleWebhook */
        ConsoleWebhook: {
            /** @description Unix milliseconds. */
            created_at: number;
            /** @description A label; empty for a webhook of the enterprise form. */
            environment: string;
            id: string;
            url: string;
            /** @description False until the receiver passes a challenge; an invalid webhook receives no events. */
            valid: boolean;
        };
        /** ConsoleWindow */
        ConsoleWindow: {
            limit: number;
            method: string;
            path: string;
            /** @description Owner of the budget: `caller`, `user` or `app`. */
            per: string;
            remaining: number;
            /** @description Unix seconds. */
            reset: number;
            /** @description Length of the window. */
            seconds: number;
        };
        /** ConsoleWindows */
        ConsoleWindows: {
            /** @description OAuth 2.0 grants of the app, at most 100. */
            grants: components["schemas"]["ConsoleGrant"][];
            /** @description False with the setting `limits` off. */
            is_enforced: boolean;
            /** @description Users with an OAuth 1.0a token of the app, at most 100. */
            users: {
                id: string;
                screen_name: string;
            }[];
            windows: components["schemas"]["ConsoleWindow"][];
        };
    };
    responses: {
        /**
         * @description This is not an e-mail address. Check it.
         *     Use at least 8 characters.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for. */
        "console-400-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
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
        "console-400-3": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     This is not the name of the app. Type it exactly.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-4": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-5": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use letters, digits, hyphens and underscores.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-6": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `product` is none that it takes.
         *     The value of `after` is none that it takes.
         *     The value of `shown` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-7": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `product` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-8": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The rule is invalid. Correct it.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-9": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Only paths of v1.1, of Labs and of API v2 can be tried.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-10": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `after` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-11": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The address of the webhook is invalid. Correct it.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-12": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `outcome` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-13": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `user_id` is none that it takes.
         *     The value of `grant_id` is none that it takes.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-14": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use letters, digits, hyphens and underscores.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-15": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `unit` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-16": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use 1 to 50 letters, digits, hyphens and underscores.
         *     This is not an e-mail address. Check it.
         *     Use at least 8 characters.
         *     Use letters, digits, hyphens and underscores.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-17": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     The description cannot be used. Change it.
         *     Use a whole address that begins with http or https.
         *     A callback address is invalid. Correct it.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-18": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use 1 to 50 letters, digits, hyphens and underscores.
         *     This is not an e-mail address. Check it.
         *     Use at least 8 characters.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-19": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use at least 8 characters.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-20": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `before` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-21": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Enter a text for the post.
         *     The post is too long. Shorten it.
         *     The text cannot be used. Change it.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-22": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use country codes of two letters.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-23": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-24": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `user` is none that it takes.
         *     The value of `post` is none that it takes.
         *     The value of `after` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-25": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The value cannot be used. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-26": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value cannot be used. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-27": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The value of `app` is none that it takes.
         *     The value of `user` is none that it takes.
         *     A value is missing or invalid. Correct it, then try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-28": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A header must be a count of bytes.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-29": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A header must be a count of bytes.
         *     The chunk ends after the end of the file.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-30": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Use 1 to 15 letters, digits and underscores.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     This is not an e-mail address. Check it.
         *     Use at least 8 characters.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-31": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     The passkey was not accepted: its answer is not for this address. Try again.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-32": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
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
        "console-400-33": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description Use 1 to 15 letters, digits and underscores.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-34": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no session, or it has ended. */
        "console-401": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The e-mail address or the password is wrong. Try again. */
        "console-401-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This server does not know the passkey. It may have been removed. Sign in in another way.
         *     The passkey was not accepted: its answer is not for this address. Try again.
         */
        "console-401-3": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     The current password is wrong.
         *     You signed in more than 15 minutes ago. Sign in again with your passkey, then make this change.
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Plain HTTP came from a network that may not use it. */
        "console-403-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-3": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     Your role does not allow this. Ask an administrator of your account.
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-4": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description Only operators of this server may do this. An operator can make you one with "aviary console operator grant".
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-5": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     Only operators of this server may do this. An operator can make you one with "aviary console operator grant".
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-6": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     Only operators of this server may do this. An operator can make you one with "aviary console operator grant".
         *     This post belongs to another user.
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-7": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     You signed in more than 15 minutes ago. Sign in again with your passkey, then make this change.
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-8": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     The passkey was used more often elsewhere: it may have been copied. Sign in in another way, and remove it.
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-9": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The request came from another site. Use the console at its own address.
         *     The current password is wrong.
         *     This user is suspended or deactivated. Choose another one.
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-10": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such project. Choose one from the list. */
        "console-404": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such app. Choose one from the list. */
        "console-404-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such token. It may have been revoked.
         */
        "console-404-3": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such environment. Choose one from the list.
         */
        "console-404-4": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such project. Choose one from the list.
         */
        "console-404-5": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such request. The list has the last 500 of the app.
         */
        "console-404-6": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such rule. It may have been deleted or replaced.
         */
        "console-404-7": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such post. It may have been deleted.
         */
        "console-404-8": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such refused signature. The list has the last 10 of the app.
         */
        "console-404-9": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such webhook. Choose one from the list.
         */
        "console-404-10": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such webhook. Choose one from the list.
         *     There is no such delivery. Old ones are removed.
         */
        "console-404-11": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such webhook. Choose one from the list.
         *     There is no such subscription.
         */
        "console-404-12": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such check. Checks are kept for a day. */
        "console-404-13": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such connection. It may have ended. */
        "console-404-14": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Your account has no such stream. An administrator of the account can add one. */
        "console-404-15": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such entry in the audit log. Old entries are removed.
         *     This user has left the network.
         *     There is no such post. It may have been deleted.
         */
        "console-404-16": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such backup. */
        "console-404-17": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such user. Check the screen name. */
        "console-404-18": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such user of the console. */
        "console-404-19": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such upload. It may have expired; upload the file again. */
        "console-404-20": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such import. The list has the last 50. */
        "console-404-21": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such import. The list has the last 50.
         *     This import has no report: it was not read to its end.
         */
        "console-404-22": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such unused invitation. */
        "console-404-23": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such post. It may have been deleted. */
        "console-404-24": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such project. Choose one from the list.
         *     There is no such app. Choose one from the list.
         */
        "console-404-25": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such report. Closed reports are removed after some time. */
        "console-404-26": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This sign-up does not wait any more. */
        "console-404-27": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This server runs without test controls. Start it with the setting test_controls to use them. */
        "console-404-28": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This server runs without test controls. Start it with the setting test_controls to use them.
         *     There is no such report. The server keeps the newest 50 until it stops.
         */
        "console-404-29": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This server runs without test controls. Start it with the setting test_controls to use them.
         *     There is no such snapshot. Choose one from the list.
         */
        "console-404-30": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such user. Check the screen name.
         */
        "console-404-31": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such token. It may have been revoked. */
        "console-404-32": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such user. Check the screen name.
         *     This user has left the network.
         */
        "console-404-33": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such webhook. Choose one from the list. */
        "console-404-34": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There is no such webhook. Choose one from the list.
         *     There is no such delivery. Old ones are removed.
         */
        "console-404-35": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There is no such passkey. It may have been removed. */
        "console-404-36": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This link was used, or has expired. Make a new one with "aviary console link" on the server. */
        "console-404-37": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The body took too long to arrive. */
        "console-408": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Another account has this e-mail address. */
        "console-409": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description Your account has no user of the network yet. Create or link one first.
         *     There are too many apps. Delete one first.
         */
        "console-409-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description These credentials were changed in another tab or by a colleague after you loaded the page. Your action changed nothing. Reload the page. */
        "console-409-3": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The environment has a webhook. Remove the webhook first. */
        "console-409-4": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description These credentials were changed in another tab or by a colleague after you loaded the page. Your action changed nothing. Reload the page.
         *     This app is a public client, which has no client secret.
         */
        "console-409-5": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There are too many apps. Delete one first. */
        "console-409-6": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The app has a rule with this text already.
         *     There are too many rules. Remove some first.
         */
        "console-409-7": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The app has a rule with this text already. */
        "console-409-8": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There are too many webhooks. Remove one first. */
        "console-409-9": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description A replay is running. Wait until it ends.
         *     This webhook is not valid. Challenge its receiver again first.
         */
        "console-409-10": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The app has no token of yours for direct messages. Set its permissions to read, write and direct messages, then make an access token under Keys and tokens.
         *     This user is subscribed already.
         *     There are too many subscriptions. Remove one first.
         */
        "console-409-11": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This webhook is not valid. Challenge its receiver again first. */
        "console-409-12": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description A job is running. Wait until it ends. */
        "console-409-13": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Your account has this stream already. */
        "console-409-14": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This app is a public client, which has no client secret. */
        "console-409-15": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The object already has this state. Reload the page. */
        "console-409-16": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This action cannot be undone: the data are gone.
         *     Another operator acted after you loaded the page. Your action changed nothing. Reload the page.
         *     The object already has this state. Reload the page.
         */
        "console-409-17": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description One is running already. Wait, or cancel it first. */
        "console-409-18": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description None is running. It may have ended. */
        "console-409-19": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Two exports are running. Wait until one has ended. */
        "console-409-20": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The upload is not complete. Upload the rest first.
         *     An import reads this file. Wait until it has ended, or cancel it.
         */
        "console-409-21": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This import has not ended. Wait, or cancel it first. */
        "console-409-22": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This import has ended already. */
        "console-409-23": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This import has not ended. Wait, or cancel it first.
         *     The files of this import are removed. Upload them again.
         *     An import reads this file. Wait until it has ended, or cancel it.
         */
        "console-409-24": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This post has been written already.
         *     This post can no longer be edited.
         */
        "console-409-25": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The object already has this state. Reload the page.
         *     Another operator acted after you loaded the page. Your action changed nothing. Reload the page.
         */
        "console-409-26": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There are too many projects. Delete an empty one first. */
        "console-409-27": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description Another user has this screen name.
         *     Another account has this e-mail address.
         */
        "console-409-28": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The state of the server does not allow this now. Try again later. */
        "console-409-29": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There are too many uploads. Import or remove some first. */
        "console-409-30": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The upload is at another offset. Request it, and continue from there. */
        "console-409-31": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description An import reads this file. Wait until it has ended, or cancel it. */
        "console-409-32": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This user has no e-mail address, and cannot sign in. */
        "console-409-33": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This attempt has expired, or was used already. Start again.
         *     This passkey is registered already. Use it, or remove it first.
         *     There are too many passkeys. Remove one first.
         *     Passkeys need HTTPS and a host name instead of an IP address. Open the console at such a URL, or at localhost.
         */
        "console-409-34": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description There are too many passkeys. Remove one first.
         *     Passkeys need HTTPS and a host name instead of an IP address. Open the console at such a URL, or at localhost.
         */
        "console-409-35": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description Your account has no user of the network yet. Create or link one first.
         *     There are too many projects. Delete an empty one first.
         */
        "console-409-36": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The project has apps. Move or delete them first. */
        "console-409-37": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This attempt has expired, or was used already. Start again.
         *     Passkeys need HTTPS and a host name instead of an IP address. Open the console at such a URL, or at localhost.
         */
        "console-409-38": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Passkeys need HTTPS and a host name instead of an IP address. Open the console at such a URL, or at localhost. */
        "console-409-39": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The object already has this state. Reload the page.
         *     Another user has this screen name.
         */
        "console-409-40": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Uploads need the header tus-resumable with the version 1.0.0. */
        "console-412": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The body is too large.
         *     The headers are too large.
         */
        "console-413": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description The file is too large. Import it on the server.
         *     The body is too large.
         *     The headers are too large.
         */
        "console-413-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description A chunk needs the content type application/offset+octet-stream. */
        "console-415": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There were too many failed attempts. Wait, then try again. */
        "console-429": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Too many live pages are open. Close one of them, then try again. */
        "console-429-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Something broke. */
        "console-500": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The server has too much to do, or its database does not answer. */
        "console-503": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Maximum number of requests in the window. */
        "x-rate-limit-limit": number;
        /** @description Requests left in the window. */
        "x-rate-limit-remaining": number;
        /** @description End of the window, in seconds since the Unix epoch. */
        "x-rate-limit-reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    putConsoleApiAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Required if the caller has a password. */
                    current_password?: string;
                    email?: string;
                    /** @description The new password; other sessions end. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: components["schemas"]["ConsoleAppSummary"][];
                        max_apps: number;
                        max_standalone_apps: number;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The switch "Enable Sign in". */
                    allows_sign_in?: boolean;
                    callback_urls?: string[];
                    description?: string;
                    may_read_email?: boolean;
                    name: string;
                    organisation?: string;
                    organisation_url?: string;
                    /** @enum {unknown} */
                    permissions: "read" | "read-write" | "read-write-directmessages";
                    privacy_url?: string;
                    project_id: string | null;
                    terms_url?: string;
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        app: components["schemas"]["ConsoleApp"];
                        bearer_token: string;
                        consumer_key: string;
                        consumer_secret: string;
                    };
                };
            };
            400: components["responses"]["console-400-3"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-2"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleApp"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiAppsByAppId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The switch "Enable Sign in". */
                    allows_sign_in?: boolean;
                    callback_urls?: string[];
                    description?: string;
                    may_read_email?: boolean;
                    name?: string;
                    organisation?: string;
                    organisation_url?: string;
                    /** @enum {unknown} */
                    permissions?: "read" | "read-write" | "read-write-directmessages";
                    privacy_url?: string;
                    terms_url?: string;
                    url?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleApp"];
                };
            };
            400: components["responses"]["console-400-3"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the app, typed again. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-4"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdBearer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bearer_token: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-3"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdBearer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-3"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleConnections"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdEnvironments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        environments: string[];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdEnvironments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        environments: string[];
                    };
                };
            };
            400: components["responses"]["console-400-6"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdEnvironmentsByLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description The label. */
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-4"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-4"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleCredentials"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        consumer_key: string;
                        consumer_secret: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-3"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdLive: {
        parameters: {
            query?: {
                /** @description The last position of the page. Matches after this position are sent first, unless there are too many. */
                after?: string;
                /** @description The API of the rules; default: 2. */
                product?: "labs-1" | "2";
                /** @description Only the matches of this rule. */
                rule?: string;
                /** @description Ids of the posts that the page shows, with commas; at most 200. Deletions of these posts are sent. */
                shown?: string;
            };
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, without end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["console-400-7"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429-2"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiAppsByAppIdOauth2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    client_type: "public" | "confidential";
                    version: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_secret: string | null;
                        /** @enum {unknown} */
                        client_type: "public" | "confidential";
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-3"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdOauth2Secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_secret: string | null;
                        /** @enum {unknown} */
                        client_type: "public" | "confidential";
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-5"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiAppsByAppIdProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    project_id: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleApp"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-5"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-6"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRequests"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdRequestsByRequestId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
                /** @description The id of a request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRequestDetails"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-6"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdRequestsHar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleArchive"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdRequestsRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRecording"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdRequestsRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdRequestsStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, without end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429-2"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdRules: {
        parameters: {
            query?: {
                /** @description The API of the rules; default: 2. */
                product?: "labs-1" | "2";
            };
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRules"];
                };
            };
            400: components["responses"]["console-400-8"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Returns the result without storing it. */
                    is_dry_run?: boolean;
                    product?: "labs-1" | "2";
                    tag?: string;
                    /** @description The rule. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description Saved; or, in a dry run, as it would be saved. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRule"];
                };
            };
            400: components["responses"]["console-400-9"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-7"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiAppsByAppIdRulesByRuleId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
                /** @description Digits. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Returns the result without storing it. */
                    is_dry_run?: boolean;
                    product?: "labs-1" | "2";
                    tag?: string;
                    /** @description The rule. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description Saved; or, in a dry run, as it would be saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRule"];
                };
            };
            400: components["responses"]["console-400-9"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-7"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-8"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdRulesByRuleId: {
        parameters: {
            query?: {
                /** @description The API of the rules; default: 2. */
                product?: "labs-1" | "2";
            };
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
                /** @description Digits. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-8"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-7"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdRulesBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    next_token?: string;
                    product?: "labs-1" | "2";
                    /** @description The rule. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleBacktest"];
                };
            };
            400: components["responses"]["console-400-9"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdRulesCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    product?: "labs-1" | "2";
                    /** @description The rule. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRuleCheck"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdRulesCompare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The rule. */
                    from: string;
                    next_token?: string;
                    product?: "labs-1" | "2";
                    /** @description The rule. */
                    to: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleComparison"];
                };
            };
            400: components["responses"]["console-400-9"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdRulesExplain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of a post, or its address. */
                    post: string;
                    product?: "labs-1" | "2";
                    /** @description The rule. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleExplanation"];
                };
            };
            400: components["responses"]["console-400-9"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-8"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdRulesOperators: {
        parameters: {
            query?: {
                /** @description The API of the rules; default: 2. */
                product?: "labs-1" | "2";
            };
            header?: never;
            path: {
                /** @description Digits. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRuleOperators"];
                };
            };
            400: components["responses"]["console-400-8"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdSignatureCompare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base_string: string;
                    failure_id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSignatureComparison"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-9"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdSignatureFailures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSignatureFailures"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdSignatureSign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The form body, such as `status=a%20b`. */
                    form?: string;
                    method: string;
                    nonce?: string;
                    timestamp?: number;
                    url: string;
                    /** @description True to sign with your own access token of the app. */
                    with_token: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleCalculation"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-3"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        access_token_secret: string;
                        /** @enum {unknown} */
                        permissions: "read" | "read-write" | "read-write-directmessages";
                        screen_name: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-3"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-3"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdTry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The bearer token of the app, or OAuth 1.0a with the access token of its owner. */
                    as: "bearer" | "owner";
                    form?: {
                        name: string;
                        value: string;
                    }[];
                    /** @description The text of a JSON body. */
                    json?: string;
                    method: "GET" | "POST" | "PUT" | "DELETE";
                    /** @description With the values of its parameters, percent-encoded; without a query. */
                    path: string;
                    query: {
                        name: string;
                        value: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTrial"];
                };
            };
            400: components["responses"]["console-400-10"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-3"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdUsage: {
        parameters: {
            query?: {
                /** @description `day`, `week` (default), `month` or `quarter`. */
                range?: string;
            };
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleUsage"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdUsers: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
            };
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next: string | null;
                        total: number;
                        users: components["schemas"]["ConsoleConnectedUser"][];
                    };
                };
            };
            400: components["responses"]["console-400-11"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdUsersByUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                app_id: string;
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-3"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["ConsoleWebhook"][];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A label; empty for the enterprise form. */
                    environment: string;
                    url: string;
                };
            };
        };
        responses: {
            /** @description The receiver did not pass the challenge; nothing was registered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenge: components["schemas"]["ConsoleChallenge"];
                        webhook: null;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenge: components["schemas"]["ConsoleChallenge"];
                        webhook: components["schemas"]["ConsoleWebhook"];
                    };
                };
            };
            400: components["responses"]["console-400-12"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-4"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-9"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdWebhooksByWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-10"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdWebhooksByWebhookIdChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challenge: components["schemas"]["ConsoleChallenge"];
                        webhook: components["schemas"]["ConsoleWebhook"];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-10"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveries: {
        parameters: {
            query?: {
                /** @description The cursor in the response with the previous page. */
                cursor?: string;
                /** @description Default: all finished deliveries. */
                outcome?: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
            };
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            /** @description Time when the delivery ended or, for a waiting delivery, was queued. Unix milliseconds. */
                            at: number;
                            attempts: number;
                            due_at: number | null;
                            /** @description Kind of the event; null when it is no longer in the log. */
                            event: string | null;
                            id: string;
                            /** @enum {unknown} */
                            outcome: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
                            /** @description Position of the event in the log. */
                            position: string;
                            replay_id: string | null;
                            response: string;
                            screen_name: string | null;
                            status: number | null;
                            took_ms: number | null;
                            /** @description 0 for the report about a replay. */
                            user_id: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["console-400-13"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-10"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveriesByDeliveryId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the delivery. */
                delivery_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Time when the delivery ended or, for a waiting delivery, was queued. Unix milliseconds. */
                        at: number;
                        attempts: number;
                        due_at: number | null;
                        /** @description Kind of the event; null when it is no longer in the log. */
                        event: string | null;
                        id: string;
                        /** @description Reason why there is no request now: `invalid` webhook, `dropped`, `expired` or `unreadable`. */
                        no_request: string | null;
                        /** @enum {unknown} */
                        outcome: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
                        /** @description Position of the event in the log. */
                        position: string;
                        replay_id: string | null;
                        request: {
                            body: string | null;
                            headers: {
                                [key: string]: string;
                            };
                            method: string;
                            url: string;
                        } | null;
                        response: string;
                        screen_name: string | null;
                        status: number | null;
                        took_ms: number | null;
                        tries: {
                            /** @description Unix milliseconds. */
                            at: number;
                            outcome: string;
                            request_bytes: number;
                            response: string;
                            status: number | null;
                            took_ms: number;
                        }[];
                        /** @description 0 for the report about a replay. */
                        user_id: string;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-11"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdWebhooksByWebhookIdDeliveriesByDeliveryIdResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the delivery. */
                delivery_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description False if the delivery is already queued. */
                        queued: boolean;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-11"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdWebhooksByWebhookIdReplays: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        replays: {
                            created_at: number;
                            ended_at: number | null;
                            from_at: number;
                            id: string;
                            /** @enum {unknown} */
                            state: "running" | "complete" | "incomplete";
                            to_at: number;
                            /** @description Deliveries that are still queued. */
                            waiting: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-10"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdWebhooksByWebhookIdReplays: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unix milliseconds; at most five days ago. */
                    from_at: number;
                    /** @description Unix milliseconds; in the past. */
                    to_at: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created_at: number;
                        id: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-10"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-10"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        max: number;
                        subscriptions: {
                            /** @description Null for a user who does not exist any more. */
                            screen_name: string | null;
                            user_id: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-10"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-10"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-11"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiAppsByAppIdWebhooksByWebhookIdSubscriptionsByUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the user. */
                user_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-12"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiAppsByAppIdWebhooksByWebhookIdTestEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the app. */
                app_id: string;
                /** @description Id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description `accepted`, or the reason of the failure. */
                        outcome: string;
                        request: {
                            body: string | null;
                            headers: {
                                [key: string]: string;
                            };
                            method: string;
                            url: string;
                        };
                        response: {
                            /** @description The beginning of the response, or an error message. */
                            body: string;
                            /** @description Null without a response. */
                            status: number | null;
                        };
                        took_ms: number;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-10"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-12"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdWindows: {
        parameters: {
            query?: {
                /** @description An OAuth 2.0 grant of the app, in place of `user_id`. */
                grant_id?: string;
                /** @description A user with a token of the app; default: the app itself. */
                user_id?: string;
            };
            header?: never;
            path: {
                /** @description The id of an own app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleWindows"];
                };
            };
            400: components["responses"]["console-400-14"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-3"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleCertificate"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiComplianceChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checks: components["schemas"]["ComplianceCheck"][];
                        max_bytes: number;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiComplianceChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description Column of the ids in a table, by name or number, when its header does not name it. */
                    column?: string;
                    /** @description Name of the file. */
                    name?: string;
                    /** @description `tweets` (default) or `users`. */
                    type?: string;
                };
                "multipart/form-data": {
                    /** @description Column of the ids in a table, by name or number, when its header does not name it. */
                    column?: string;
                    /** @description Name of the file. */
                    name?: string;
                    /** @description `tweets` (default) or `users`. */
                    type?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceCheck"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-13"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiComplianceChecksByCheckId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the check. */
                check_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceCheck"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-13"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiComplianceChecksByCheckId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the check. */
                check_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-13"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiComplianceChecksByCheckIdReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the check. */
                check_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON object, streamed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-13"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiComplianceConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Host and process of the server that sends this response. */
                        node: string;
                        open: {
                            address: string;
                            /** @description Number of sent messages, including history. */
                            delivered: number;
                            email: string;
                            id: number;
                            label: string;
                            /** @description Age of the oldest message that waits for the client; null while history is sent. */
                            lag_ms: number | null;
                            /** @description Half of the messages were written within this time of their event. Null before the first message; 60000 for more than 30 seconds. */
                            median_delay_ms: number | null;
                            /** @description Milliseconds since the Unix epoch. */
                            opened_at: number;
                            partition: number;
                            publisher: string;
                            /** @description 95 % of the messages were written within this time of their event. Null before the first message; 60000 for more than 30 seconds. */
                            slow_delay_ms: number | null;
                        }[];
                        /** @description The last 100, the latest first. */
                        past: {
                            address: string;
                            /** @description Number of sent messages, including history. */
                            delivered: number;
                            email: string;
                            /** @description Milliseconds since the Unix epoch. */
                            ended_at: number;
                            id: number;
                            label: string;
                            /** @description Half of the messages were written within this time of their event. Null before the first message; 60000 for more than 30 seconds. */
                            median_delay_ms: number | null;
                            /** @description Milliseconds since the Unix epoch. */
                            opened_at: number;
                            partition: number;
                            publisher: string;
                            /** @description Such as `client`, `slow`, `stalled`, `restart`, `removed`, `dropped`. */
                            reason: string;
                            /** @description 95 % of the messages were written within this time of their event. Null before the first message; 60000 for more than 30 seconds. */
                            slow_delay_ms: number | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiComplianceConnectionsByConnectionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, on the node that listed it. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-14"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiComplianceEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, without end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-15"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429-2"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiComplianceStreams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True for administrators of the account. */
                        can_change: boolean;
                        streams: components["schemas"]["ConsoleStream"][];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiComplianceStreams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 50 letters, digits, hyphens and underscores. */
                    label: string;
                    /** @description 1 to 50 letters, digits, hyphens and underscores. */
                    publisher: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleStream"];
                };
            };
            400: components["responses"]["console-400-15"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-4"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-14"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiComplianceStreamsByPublisherByLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Label of the stream. */
                label: string;
                /** @description Publisher of the stream. */
                publisher: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-4"];
            404: components["responses"]["console-404-15"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiComplianceTestEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    partition: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Unix milliseconds. */
                        at: number;
                        partition: number;
                        /** @description A new, unused id. */
                        post_id: string;
                        /** @description A new, unused id. */
                        user_id: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-15"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiComplianceVolume: {
        parameters: {
            query?: {
                unit?: "minute" | "hour" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Unix milliseconds. */
                        now: number;
                        /** @description Start of the oldest unit. Unix milliseconds. */
                        oldest: number;
                        points: {
                            /** @description Start of the unit. Unix milliseconds. */
                            at: number;
                            count: number;
                            /** @enum {unknown} */
                            name: "delete" | "status_withheld" | "drop" | "undrop" | "tweet_edit" | "scrub_geo" | "user_delete" | "user_undelete" | "user_protect" | "user_unprotect" | "user_suspend" | "user_unsuspend" | "user_withheld" | "gap" | "test";
                            partition: number;
                        }[];
                        /** @description Time of the first stored count; for minutes, of the first count of this server. Unix milliseconds. */
                        since: number;
                        /** @enum {unknown} */
                        unit: "minute" | "hour" | "day";
                    };
                };
            };
            400: components["responses"]["console-400-16"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-15"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorAccounts: {
        parameters: {
            query?: {
                /** @description Name of the last account of the previous page. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["ConsoleDeskAccount"][];
                        /** @description The `after` of the next page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 50 letters, digits, hyphens, underscores. */
                    account_name: string;
                    /** @description Consumers connect with this address. */
                    email: string;
                    /** @description 1 to 50 letters, digits, hyphens, underscores. */
                    label: string;
                    /** @description At least 8 characters. */
                    password: string;
                    /** @description 1 to 50 letters, digits, hyphens, underscores. */
                    publisher: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description False if the account already had the stream. */
                        made_stream: boolean;
                        /** @description False if the account already had the user. */
                        made_user: boolean;
                    };
                };
            };
            400: components["responses"]["console-400-17"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorAccountsByAccountNameStreamsByPublisherByLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the account. */
                account_name: string;
                /** @description Label of the stream. */
                label: string;
                /** @description Publisher of the stream. */
                publisher: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-15"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorApps: {
        parameters: {
            query?: {
                /** @description Id of the last app of the previous page. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
                /** @description An id, `@` and the screen name of an owner, or a part of a name. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: components["schemas"]["ConsoleDeskApp"][];
                        /** @description The `after` of the next page. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["console-400-11"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorAppsByAppId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        app: components["schemas"]["ConsoleDeskApp"];
                        callback_urls: string[];
                        /** @description Kind of OAuth 2.0 client: `public` or `confidential`; null for an app without OAuth 2.0. */
                        client_type: string | null;
                        description: string;
                        /** @description Environments of webhooks, sorted. */
                        environments: string[];
                        has_bearer_token: boolean;
                        /** @description The newest 50 entries of the audit log. */
                        history: components["schemas"]["ConsoleAuditEntry"][];
                        is_in_labs: boolean;
                        limits: {
                            posts_per_month: number;
                            posts_per_second: number;
                            query_length: number;
                            rule_length: number;
                            rules: number;
                            streams: number;
                        };
                        /** @description Null for a standalone app. */
                        project: {
                            id: string;
                            name: string;
                        } | null;
                        url: string;
                        webhooks: {
                            /** @description Empty for a webhook without an environment. */
                            environment: string;
                            id: string;
                            is_valid: boolean;
                            url: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorAppsByAppId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    callback_urls?: string[];
                    description?: string;
                    is_in_labs?: boolean;
                    /**
                     * @description Decides the limits in API v2.
                     * @enum {unknown}
                     */
                    level?: "standard" | "elevated" | "academic";
                    may_read_email?: boolean;
                    name?: string;
                    /** @enum {unknown} */
                    permissions?: "read" | "read-write" | "read-write-directmessages";
                    reason: string;
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-18"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorAppsByAppId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the app, typed again. */
                    name: string;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-4"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorAppsByAppIdCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    kind: "keys" | "bearer" | "client-secret";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bearer_token?: string;
                        client_id?: string;
                        client_secret?: string;
                        consumer_key?: string;
                        consumer_secret?: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-15"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorAppsByAppIdEnvironments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        environments: string[];
                    };
                };
            };
            400: components["responses"]["console-400-6"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-9"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorAppsByAppIdOauth2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    client_type: "public" | "confidential";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        client_secret: string | null;
                        /** @enum {unknown} */
                        client_type: "public" | "confidential";
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorAppsByAppIdState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an app. */
                app_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    action: "suspend" | "unsuspend";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-16"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorAudit: {
        parameters: {
            query?: {
                /** @description Only entries of this action. */
                action?: string;
                /** @description Only entries of this actor. */
                actor?: string;
                /** @description Id of the last entry of the previous page. The requested page has older entries. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
                /** @description Only entries about the subject with this id, e-mail address or name. */
                subject?: string;
                /** @description Only entries about subjects of this kind. */
                subject_kind?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All actions, for filters. */
                        actions: string[];
                        entries: components["schemas"]["ConsoleAuditEntry"][];
                        /** @description The `after` of the next page. */
                        next: string | null;
                        /** @description All kinds, for filters. */
                        subject_kinds: string[];
                    };
                };
            };
            400: components["responses"]["console-400-11"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorAuditByEntryIdUndo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an entry. */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-16"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-17"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleBackups"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleBackups"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-18"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorBackupsByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the file. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleBackups"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-17"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorBackupsCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    kind: "backup" | "verification";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleBackups"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-19"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorBackupsVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleBackups"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-18"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connections: components["schemas"]["ConsoleDeskConnection"][];
                        /** @description Host and process of the server that sends this response. */
                        node: string;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorConnectionsByConnectionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connection, on the node that listed it. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-14"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorConsoleUsers: {
        parameters: {
            query?: {
                /** @description Id of the last user of the previous page. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The `after` of the next page. */
                        next: string | null;
                        users: components["schemas"]["ConsoleDeskConsoleUser"][];
                    };
                };
            };
            400: components["responses"]["console-400-11"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorConsoleUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The account is created if it does not exist. */
                    account_name: string;
                    email: string;
                    is_operator: boolean;
                    /** @description At least 8 characters. */
                    password: string;
                    /** @enum {unknown} */
                    role: "admin" | "user";
                    /** @description The user of the network whose apps the new user manages, with or without @. Default: chosen in the console. */
                    username?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-19"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-18"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorConsoleUsersLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The link. */
                        url: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-19"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorConsoleUsersOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    is_operator: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-19"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-16"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorConsoleUsersPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @description At least 8 characters. */
                    password: string;
                    /** @description Removes the passkeys of the user too. */
                    remove_passkeys: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-20"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-19"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleExports"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorExportsFile: {
        parameters: {
            query?: {
                /** @description For exports of posts: a user, by screen name or id. */
                author?: string;
                /** @description True to check the values only; the answer is 204. */
                check?: boolean;
                /** @description `none` (default), `gz` or `zst`. */
                compression?: string;
                /** @description A format of the kind; default: its first one. */
                format?: string;
                /** @description True for protected posts, and for follows between protected users. */
                include_protected?: boolean;
                /** @description `posts`, `users` or `follows`. */
                kind?: string;
                /** @description Of posts in `v2-flat`: true to add `note_tweet` to long posts. */
                note_tweet?: boolean;
                /** @description For exports of posts: a rule of the filtered stream. */
                query?: string;
                /** @description For exports of posts: a day, a time or a post id, inclusive. */
                since?: string;
                /** @description For exports of posts: a day, a time or a post id, exclusive. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-20"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorFailedItems: {
        parameters: {
            query?: {
                /** @description Name of the last item of the previous page. */
                after_item?: string;
                /** @description Reader of the last item of the previous page. */
                after_reader?: string;
                /** @description Only items of this reader, such as `search`. */
                reader?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ConsoleFailedItem"][];
                        /** @description The last item; null on the last page. */
                        next: {
                            item: string;
                            reader: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorFailedItemsForget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    item?: string;
                    reader: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items. */
                        forgotten: number;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorFailedItemsRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    item?: string;
                    reader?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items. */
                        asked: number;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorImports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleImports"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorImports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True to read and check everything, and to write nothing. */
                    dry_run: boolean;
                    /** @description True to exchange the columns of follows. */
                    followee_first: boolean;
                    /** @description True if the account of an archive was protected. */
                    is_protected: boolean;
                    /**
                     * @description The kind of objects to import. `all` also imports personal archives.
                     * @enum {unknown}
                     */
                    kind: "all" | "users" | "posts" | "follows";
                    options?: {
                        /** @description Author of the posts that have no author, in tables and JSON. */
                        author?: string;
                        /** @description Ids of posts that were for a Circle only, one per line. These posts are not imported. */
                        circle_ids?: string;
                        /**
                         * @description Encoding of bytes that are not UTF-8.
                         * @enum {unknown}
                         */
                        encoding?: "windows-1252";
                        /** @description Added to each id of follows, for graphs with a node 0. */
                        id_offset?: string;
                        /**
                         * @description Goes with `list_of`.
                         * @enum {unknown}
                         */
                        list_kind?: "followers" | "following";
                        /** @description Id of the user whose followers or followed users the files list. */
                        list_of?: string;
                        /** @description Sends new posts to streams and webhooks, at this number of posts per second. */
                        live_rate?: number;
                        /** @description True to make ids for rows whose ids a spreadsheet has rounded. */
                        new_ids?: boolean;
                        /** @description True if the first follow of a file is the newest follow. */
                        newest_first?: boolean;
                        /** @description Folder of the archive, if there are several in the files. */
                        root?: string;
                        /** @description True to leave out posts from May 2022 to October 2023, which may be for a Circle only. */
                        skip_circle_era?: boolean;
                    };
                    /** @description Ids of complete uploads. */
                    uploads: string[];
                };
            };
        };
        responses: {
            /** @description Queued. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleImport"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-20"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-21"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorImportsByImportId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-21"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-22"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorImportsByImportIdCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleImport"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-21"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-23"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorImportsByImportIdReport: {
        parameters: {
            query?: {
                /** @description `html` (default) or `json`. */
                form?: string;
            };
            header?: never;
            path: {
                /** @description The import. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-22"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorImportsByImportIdResume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleImport"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-21"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-24"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorInvitations: {
        parameters: {
            query?: {
                /** @description Id of the last invitation of the previous page. The requested page has older entries. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["ConsoleDeskInvitation"][];
                        /** @description The `after` of the next page. */
                        next: string | null;
                        /**
                         * @description The setting `sign_up`.
                         * @enum {unknown}
                         */
                        sign_up: "closed" | "invitation" | "approval" | "open";
                    };
                };
            };
            400: components["responses"]["console-400-11"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Days until the invitation expires. */
                    days: number;
                    /** @description Shown in the list, such as the name of the invited person. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation: components["schemas"]["ConsoleDeskInvitation"];
                        /** @description The link. */
                        url: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorInvitationsByInvitationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an invitation. */
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-23"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorPosts: {
        parameters: {
            query?: {
                /** @description Only posts with smaller ids. */
                before?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
                /** @description An id, or a query. A query finds posts that everybody may see. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The `before` of the next page. */
                        next: string | null;
                        posts: components["schemas"]["ConsoleDeskPost"][];
                    };
                };
            };
            400: components["responses"]["console-400-21"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorPostsByPostId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a post. */
                post_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null for a post that exists. */
                        deleted: {
                            /** @description Unix milliseconds. */
                            at: number;
                            author: {
                                id: string;
                                username: string;
                            };
                            reason: string;
                        } | null;
                        /** @description Followers of the author. */
                        followers: number;
                        /** @description The newest 50 entries of the audit log. */
                        history: components["schemas"]["ConsoleAuditEntry"][];
                        /** @description True if the author has pinned the post to the profile. */
                        is_pinned: boolean;
                        /** @description Null for a deleted post. */
                        post: components["schemas"]["ConsoleDeskPost"] | null;
                        /** @description Compliance streams of all accounts. */
                        streams: number;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-24"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorPostsByPostIdEdit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a post, of any version. */
                post_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the new version. */
                        id: string;
                    };
                };
            };
            400: components["responses"]["console-400-22"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-24"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-25"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorPostsByPostIdModeration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a post, of any version. */
                post_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    action: "drop" | "undrop" | "withhold" | "unwithhold" | "delete";
                    /** @description For `withhold`: the complete new list of countries. `XX` stands for all countries. */
                    countries?: string[];
                    reason: string;
                    /** @description `version` of the user or post that the operator saw. If the state has changed since, the action is refused. */
                    version: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-23"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-24"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-26"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorPostsByPostIdPin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a post, of any version. */
                post_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    is_pinned: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        is_changed: boolean;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-7"];
            404: components["responses"]["console-404-24"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorProjects: {
        parameters: {
            query?: {
                /** @description Id of the last project of the previous page. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
                /** @description The screen name of the owner, with or without @. */
                owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The `after` of the next page. */
                        next: string | null;
                        projects: components["schemas"]["ConsoleDeskProject"][];
                    };
                };
            };
            400: components["responses"]["console-400-11"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Screen name of the owner, with or without @. */
                    username: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                    };
                };
            };
            400: components["responses"]["console-400-24"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-18"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-27"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorProjectsByProjectIdApps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    app_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-25"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorReports: {
        parameters: {
            query?: {
                /** @description Id of the last report of the previous page. The requested page has older entries. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
                /** @description Only reports of a `user`, or only of a `post`. */
                kind?: string;
                /** @description Only reports of the post with this first version. */
                post?: string;
                /** @description Only reports with this reason. */
                reason?: string;
                /** @description `open`, `closed` or `all`; default `open`. */
                state?: string;
                /** @description Only reports of this user and of its posts. */
                user?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The `after` of the next page. */
                        next: string | null;
                        /** @description All reasons, for filters. */
                        reasons: string[];
                        reports: components["schemas"]["ConsoleDeskReport"][];
                    };
                };
            };
            400: components["responses"]["console-400-25"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorReportsByReportId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The newest 50 entries of the audit log. */
                        history: components["schemas"]["ConsoleAuditEntry"][];
                        report: components["schemas"]["ConsoleDeskReport"];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-26"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorReportsByReportIdState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note: string;
                    /** @enum {unknown} */
                    state: "open" | "closed";
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-26"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-16"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleServerState"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorSignUps: {
        parameters: {
            query?: {
                /** @description Id of the last sign-up of the previous page. The requested page has newer entries. */
                after?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The `after` of the next page. */
                        next: string | null;
                        /**
                         * @description The setting `sign_up`.
                         * @enum {unknown}
                         */
                        sign_up: "closed" | "invitation" | "approval" | "open";
                        sign_ups: components["schemas"]["ConsoleDeskSignUp"][];
                    };
                };
            };
            400: components["responses"]["console-400-11"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorSignUpsBySignUpIdDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a sign-up. */
                sign_up_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    decision: "approve" | "reject";
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The new user after an approval. */
                        user_id: string | null;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-27"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-28"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorTestControls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTestControls"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorTestControlsClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A time, such as 2020-09-01T12:00:00Z. */
                    now?: string;
                    /** @description Speed as a multiple of real time; 0 stops the clock. */
                    speed?: number;
                    /** @description A duration, such as 15m; may be negative. */
                    step?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTestControls"];
                };
            };
            400: components["responses"]["console-400-26"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorTestControlsFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description JSON or YAML. */
                    plan: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTestControls"];
                };
            };
            400: components["responses"]["console-400-26"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorTestControlsFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTestControls"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorTestControlsGrades: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleGrades"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorTestControlsGradesByGradeId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The report. */
                grade_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleGrade"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-29"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorTestControlsGradesByGradeId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The report. */
                grade_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleGrades"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-29"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorTestControlsReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-29"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorTestControlsSeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description YAML or JSON. */
                    seed: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSeededWorld"];
                };
            };
            400: components["responses"]["console-400-26"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-29"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiOperatorTestControlsSnapshotsByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the snapshot. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTestControls"];
                };
            };
            400: components["responses"]["console-400-27"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-29"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorTestControlsSnapshotsByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the snapshot. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTestControls"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-30"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorTestControlsSnapshotsByNameRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the snapshot. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-30"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-29"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorTestControlsTraffic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Mean number of posts per second. */
                    rate: number;
                    /** @description Length of the traffic by the clock of the server. */
                    seconds: number;
                    /** @description Equal seeds make equal traffic. */
                    seed: number;
                    /** @description True to add a storm of posts in the middle. */
                    storm: boolean;
                    /** @description Users who post. */
                    users: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTestControls"];
                };
            };
            400: components["responses"]["console-400-26"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-29"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorTestControlsTraffic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleTestControls"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-28"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorTokens: {
        parameters: {
            query?: {
                /** @description The last token of the previous page. */
                after?: string;
                /** @description Only tokens of this app. */
                app?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
                /** @description Revoked tokens too. */
                revoked?: boolean;
                /** @description Only tokens of this user. */
                user?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The `after` of the next page. */
                        next: string | null;
                        tokens: components["schemas"]["ConsoleDeskToken"][];
                    };
                };
            };
            400: components["responses"]["console-400-28"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    app_id: string;
                    reason: string;
                    /** @description Revokes the earlier tokens of this app and user. */
                    regenerate: boolean;
                    /** @description Screen name of the user who authorizes the app, with or without @. */
                    username: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        access_token_secret: string;
                        /** @enum {unknown} */
                        permissions: "read" | "read-write" | "read-write-directmessages";
                        screen_name: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-31"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorTokensRevocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-32"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorUploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleUploads"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorUploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleUpload"];
                };
            };
            400: components["responses"]["console-400-29"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-30"];
            412: components["responses"]["console-412"];
            413: components["responses"]["console-413-2"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorUploadsByUploadId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The upload. */
                upload_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleUpload"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-20"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorUploadsByUploadId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The upload. */
                upload_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-20"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-32"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    patchConsoleApiOperatorUploadsByUploadId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The upload. */
                upload_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string;
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-30"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-20"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-31"];
            412: components["responses"]["console-412"];
            413: components["responses"]["console-413"];
            415: components["responses"]["console-415"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorUsers: {
        parameters: {
            query?: {
                /** @description Without a query: only users with smaller ids. */
                before?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
                /** @description Without a query: only suspended and deactivated users. */
                hidden?: boolean;
                /** @description An id, a screen name, or words. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The `before` of the next page. */
                        next: string | null;
                        users: components["schemas"]["ConsoleDeskUser"][];
                    };
                };
            };
            400: components["responses"]["console-400-21"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string;
                    is_protected: boolean;
                    name?: string;
                    password?: string;
                    screen_name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleDeskUser"];
                };
            };
            400: components["responses"]["console-400-31"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-28"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorUsersByUserId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: {
                            id: string;
                            is_suspended: boolean;
                            name: string;
                            permissions: string;
                        }[];
                        /** @description True for a user with an e-mail address and a password. */
                        can_sign_in: boolean;
                        /** @description The newest 50 entries of the audit log and changes by the user itself, whose actor is `the user`. */
                        history: components["schemas"]["ConsoleAuditEntry"][];
                        reach: {
                            apps: number;
                            /** @description Compliance streams of all accounts. */
                            streams: number;
                            /** @description Subscriptions of webhooks to the user. */
                            subscriptions: number;
                            /** @description Tokens of the user, for any app. */
                            tokens: number;
                        };
                        user: components["schemas"]["ConsoleDeskUser"];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-18"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorUsersByUserIdApps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True for an app without a project, and so without API v2. */
                    is_standalone: boolean;
                    /**
                     * @description Decides the limits in API v2.
                     * @enum {unknown}
                     */
                    level: "standard" | "elevated" | "academic";
                    name: string;
                    /** @enum {unknown} */
                    permissions: "read" | "read-write" | "read-write-directmessages";
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        app_id: string;
                        bearer_token: string;
                        consumer_key: string;
                        consumer_secret: string;
                    };
                };
            };
            400: components["responses"]["console-400-24"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-18"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiOperatorUsersByUserIdLocations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                    /** @description The newest post whose location is erased. */
                    up_to_id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Posts that had a location. */
                        erased: number;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-18"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorUsersByUserIdModeration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    action: "protect" | "unprotect" | "suspend" | "unsuspend" | "deactivate" | "reactivate" | "withhold" | "unwithhold";
                    /** @description For `withhold`: the complete new list of countries. `XX` stands for all countries. */
                    countries?: string[];
                    reason: string;
                    /** @description `version` of the user or post that the operator saw. If the state has changed since, the action is refused. */
                    version: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleDeskUser"];
                };
            };
            400: components["responses"]["console-400-23"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-33"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-26"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorUsersByUserIdPasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hours until the link expires. */
                    hours: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Unix milliseconds. */
                        expires_at: number;
                        /** @description The link. */
                        url: string;
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-18"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-33"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorUsersByUserIdPosts: {
        parameters: {
            query?: {
                /** @description Only posts with smaller ids. */
                before?: string;
                /** @description The maximum number of items on a page. */
                count?: number;
            };
            header?: never;
            path: {
                /** @description The id of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The `before` of the next page. */
                        next: string | null;
                        posts: components["schemas"]["ConsoleDeskPost"][];
                    };
                };
            };
            400: components["responses"]["console-400-21"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-18"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleVersions"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorWebhooksByWebhookId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        app: components["schemas"]["ConsoleDeskApp"];
                        /** @description Unix milliseconds. */
                        created_at: number;
                        /** @description Empty for a webhook without an environment. */
                        environment: string;
                        id: string;
                        /** @description False until the receiver passes a challenge. Deliveries wait until then. */
                        is_valid: boolean;
                        url: string;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-34"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorWebhooksByWebhookIdDeliveries: {
        parameters: {
            query?: {
                /** @description The cursor in the response with the previous page. */
                cursor?: string;
                /** @description Default: all finished deliveries. */
                outcome?: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
            };
            header?: never;
            path: {
                /** @description The id of a webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            /** @description Time when the delivery ended or, for a waiting delivery, was queued. Unix milliseconds. */
                            at: number;
                            attempts: number;
                            due_at: number | null;
                            /** @description Kind of the event; null when it is no longer in the log. */
                            event: string | null;
                            id: string;
                            /** @enum {unknown} */
                            outcome: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
                            /** @description Position of the event in the log. */
                            position: string;
                            replay_id: string | null;
                            response: string;
                            screen_name: string | null;
                            status: number | null;
                            took_ms: number | null;
                            /** @description 0 for the report about a replay. */
                            user_id: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["console-400-13"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-34"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiOperatorWebhooksByWebhookIdDeliveriesByDeliveryId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                delivery_id: string;
                /** @description The id of a webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Time when the delivery ended or, for a waiting delivery, was queued. Unix milliseconds. */
                        at: number;
                        attempts: number;
                        due_at: number | null;
                        /** @description Kind of the event; null when it is no longer in the log. */
                        event: string | null;
                        id: string;
                        /** @description The event as the log has it; null if the log no longer has the event. */
                        logged: {
                            [key: string]: unknown;
                        } | null;
                        /** @enum {unknown} */
                        outcome: "delivered" | "dead-lettered" | "dropped" | "expired" | "waiting";
                        /** @description Position of the event in the log. */
                        position: string;
                        replay_id: string | null;
                        response: string;
                        screen_name: string | null;
                        status: number | null;
                        took_ms: number | null;
                        tries: {
                            /** @description Unix milliseconds. */
                            at: number;
                            outcome: string;
                            request_bytes: number;
                            response: string;
                            status: number | null;
                            took_ms: number;
                        }[];
                        /** @description 0 for the report about a replay. */
                        user_id: string;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-5"];
            404: components["responses"]["console-404-35"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorWebhooksByWebhookIdDeliveriesByDeliveryIdResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                delivery_id: string;
                /** @description The id of a webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description False if the delivery is already queued. */
                        queued: boolean;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-35"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiOperatorWebhooksByWebhookIdResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of queued deliveries. */
                        queued: number;
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-6"];
            404: components["responses"]["console-404-34"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkeys: components["schemas"]["ConsolePasskey"][];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The response of the browser, as `RegistrationResponseJSON` of WebAuthn. */
                    credential: {
                        id: string;
                        response: {
                            attestationObject: string;
                            clientDataJSON: string;
                            transports?: string[];
                        };
                    };
                    /** @description 1 to 50 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Registered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsolePasskey"];
                };
            };
            400: components["responses"]["console-400-32"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-34"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiPasskeysByPasskeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the passkey. */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 50 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsolePasskey"];
                };
            };
            400: components["responses"]["console-400-24"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-36"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiPasskeysByPasskeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the passkey. */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-8"];
            404: components["responses"]["console-404-36"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiPasskeysOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Required if the caller has a password. */
                    current_password?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Options of WebAuthn in JSON; valid for five minutes. */
                        options: {
                            challenge: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-35"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["ConsoleProject"][];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    name: string;
                    use_case?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProject"];
                };
            };
            400: components["responses"]["console-400-33"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-36"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiProjectsByProjectId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    name?: string;
                    use_case?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProject"];
                };
            };
            400: components["responses"]["console-400-33"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiProjectsByProjectId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the project. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-37"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the cookie is set. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401-2"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiSessionLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the cookie is set. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["console-400-2"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-37"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiSessionPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The response of the browser, as `AuthenticationResponseJSON` of WebAuthn. */
                    credential: {
                        id: string;
                        response: {
                            authenticatorData: string;
                            clientDataJSON: string;
                            signature: string;
                            userHandle?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Signed in; the cookie is set. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["console-400-5"];
            401: components["responses"]["console-401-3"];
            403: components["responses"]["console-403-9"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-38"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiSessionPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Options of WebAuthn in JSON; valid for five minutes. */
                        options: {
                            challenge: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-39"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: {
                            /** @description The address of the client that signed in. */
                            address: string;
                            /** @description The `user-agent` of the browser. */
                            browser: string;
                            /** @description ISO 8601. */
                            created_at: string;
                            is_current: boolean;
                            /** @description Time of the last use, up to five minutes late; ISO 8601. */
                            seen_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    deleteConsoleApiSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    putConsoleApiUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Screen name or e-mail address. */
                    login: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-10"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    postConsoleApiUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 50 characters. */
                    name?: string;
                    /** @description 1 to 15 letters, digits and underscores. */
                    screen_name: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["console-400-34"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-40"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
}
