/* request.ts - fetches JSON from the server. A refusal or a network failure is
 * thrown as an ApiError with a sentence for the reader. */
import {asObject} from "../state/checks.js";

export class ApiError extends Error {
    constructor(readonly code: string, message: string) {
        super(message);
    }
}

/** Milliseconds. */
const TIMEOUT = 10_000;

export async function requestJson(address: string, init: RequestInit = {}): Promise<unknown> {
    const answer = await fetch(address, {...init, signal: AbortSignal.timeout(TIMEOUT)})
        .catch(() => { throw new ApiError("network", "The server cannot be reached. Is the network away?"); });
    const body: unknown = await answer.json().catch(() => null);
    if (answer.ok && body !== null)
        return body;
    const problem = asObject(body);
    throw new ApiError(String(problem?.["code"] ?? "network"),
        String(problem?.["detail"] ?? `The server answered with ${answer.status}.`));
}

/** Fetches a path of the HTTP API. */
export const requestApi = (path: string, init: RequestInit = {}): Promise<unknown> =>
    requestJson(`/api/v1/${path}`, init);
