// Generated from the declarations in src/api/console by `npm run docs`. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
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
export type operations = Record<string, never>;
