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
        /** Creates an app. The answer has its secrets, which are shown once. */
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
        /** Changes settings of an app; members that are left out stay as they are. */
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
        /** Makes a new bearer token. The old one stops working immediately. */
        post: operations["postConsoleApiAppsByAppIdBearer"];
        /** Revokes the bearer token. */
        delete: operations["deleteConsoleApiAppsByAppIdBearer"];
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
        /** Makes a new client secret. The old one stops working immediately. */
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
        /** Changes a project; members that are left out stay as they are. */
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
        /** Signs out everywhere: all sessions of the caller end, also this one. */
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
        /** Makes a network user, proved by its password, the one whose apps the caller manages. */
        put: operations["putConsoleApiUser"];
        /** Creates the network user of a caller without one. */
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
        /** ConsoleConnectedUser */
        ConsoleConnectedUser: {
            /** Format: date-time */
            connected_at: string;
            id: string;
            name: string;
            /** @description The level of its tokens of OAuth 1.0a; null without one. */
            permissions: ("read" | "read-write" | "read-write-directmessages") | null;
            /** @description Of its grants of OAuth 2.0. */
            scopes: string[];
            screen_name: string;
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
            /** @description Sent with a change: a change of older credentials is refused. */
            access_token_version: string;
            /** @description Sent with a change: a change of older credentials is refused. */
            bearer_version: string;
            client: {
                client_id: string;
                /** @enum {unknown} */
                client_type: "public" | "confidential";
            } | null;
            /** @description Sent with a change: a change of older credentials is refused. */
            client_version: string;
            consumer_key: string;
            has_bearer_token: boolean;
            /** @description Sent with a change: a change of older credentials is refused. */
            keys_version: string;
        };
        /** ConsoleProblem */
        ConsoleProblem: {
            /** @description The member of the body that is at fault. */
            field?: string;
            /** @description For people: what happened, and what to do next. */
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
        /** ConsoleSession */
        ConsoleSession: {
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
                /** @enum {unknown} */
                role: "admin" | "user";
            };
        };
        /**
         * ConsoleTrial
         * @description Tokens and signatures are masked. Without a response the call took too long.
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
    };
    responses: {
        /**
         * @description This is no e-mail address. Check it.
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
         *     Only paths of v1.1, of Labs and of API v2 can be tried.
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
         * @description The value of `after` is none that it takes.
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
         * @description A value is missing or invalid. Correct it, then try again.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
         *     The use case is too long. Shorten it.
         *     The description cannot be used. Change it.
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
         * @description Use 1 to 15 letters, digits and underscores.
         *     The name is too long. Shorten it.
         *     This name cannot be used. Choose another one.
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
         * @description The request came from another site. Use the console at its own address.
         *     The current password is wrong.
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
         *     The current password is wrong.
         *     This user is suspended or deactivated. Choose another one.
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
         *     There is no such project. Choose one from the list.
         */
        "console-404-4": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This link was used, or has expired. Make a new one with "aviary console link" on the server. */
        "console-404-5": {
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
        /** @description These credentials have changed since you loaded the page, in another tab or by a colleague. Nothing was changed now. Load the page again. */
        "console-409-3": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description These credentials have changed since you loaded the page, in another tab or by a colleague. Nothing was changed now. Load the page again.
         *     This app is a public client, which has no client secret.
         */
        "console-409-4": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description There are too many apps. Delete one first. */
        "console-409-5": {
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
        "console-409-6": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The project has apps. Move or delete them first. */
        "console-409-7": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /**
         * @description This is so already. Load the page again.
         *     Another user has this screen name.
         */
        "console-409-8": {
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
        /** @description There were too many failed attempts. Wait, then try again. */
        "console-429": {
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
                    /** @description The new one; other sessions end. */
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
            409: components["responses"]["console-409-4"];
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
            404: components["responses"]["console-404-4"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-5"];
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
            400: components["responses"]["console-400-6"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            404: components["responses"]["console-404-3"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
    getConsoleApiAppsByAppIdUsers: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                after?: string;
                /** @description Most items of a page. */
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
            400: components["responses"]["console-400-7"];
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
            400: components["responses"]["console-400-8"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-6"];
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
            400: components["responses"]["console-400-8"];
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
            409: components["responses"]["console-409-7"];
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
            404: components["responses"]["console-404-5"];
            408: components["responses"]["console-408"];
            413: components["responses"]["console-413"];
            429: components["responses"]["console-429"];
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
            403: components["responses"]["console-403-4"];
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
            400: components["responses"]["console-400-9"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-8"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
}
