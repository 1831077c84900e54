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
        /**
         * @description A value is missing or invalid. Correct it, then try again.
         *     Only paths of v1.1, of Labs and of API v2 can be tried.
         *     A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for.
         */
        "console-400-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description A percent escape is broken, the text is no UTF-8, or the body is not of the kind that is asked for. */
        "console-400-3": {
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
        "console-400-4": {
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
        /**
         * @description The request came from another site. Use the console at its own address.
         *     Plain HTTP came from a network that may not use it.
         */
        "console-403-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Plain HTTP came from a network that may not use it. */
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
        /**
         * @description There is no such app. Choose one from the list.
         *     There is no such token. It may have been revoked.
         */
        "console-404": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description This link was used, or has expired. Make a new one with "aviary console link" on the server. */
        "console-404-2": {
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
         * @description This is so already. Load the page again.
         *     Another user has this screen name.
         */
        "console-409-2": {
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
            400: components["responses"]["console-400-2"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404"];
            408: components["responses"]["console-408"];
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
            400: components["responses"]["console-400-3"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
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
            400: components["responses"]["console-400-3"];
            401: components["responses"]["console-401-2"];
            403: components["responses"]["console-403-2"];
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
            400: components["responses"]["console-400-3"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
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
            400: components["responses"]["console-400-3"];
            403: components["responses"]["console-403-2"];
            404: components["responses"]["console-404-2"];
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
            400: components["responses"]["console-400-3"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-3"];
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
            400: components["responses"]["console-400-3"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
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
            400: components["responses"]["console-400-3"];
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
            400: components["responses"]["console-400-4"];
            401: components["responses"]["console-401"];
            403: components["responses"]["console-403-2"];
            408: components["responses"]["console-408"];
            409: components["responses"]["console-409-2"];
            413: components["responses"]["console-413"];
            500: components["responses"]["console-500"];
            503: components["responses"]["console-503"];
        };
    };
}
