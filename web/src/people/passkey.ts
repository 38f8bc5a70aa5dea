// Passkeys: the server's question to the device, and the device's answer to the server. Both are JSON with base64url.
import { call } from "../api";
import { say } from "../texts/say";
import type { Account, Me } from "../wire";

interface Question {
  ticket: string;
  options: Record<string, unknown>;
}

const text = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function bytes(encoded: unknown): Uint8Array<ArrayBuffer> {
  const plain = atob(String(encoded).replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

const named = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list ?? []) as { id: string }[]).map((each) => ({ type: "public-key", id: bytes(each.id) }));

function answer(credential: PublicKeyCredential): object {
  const { response } = credential;
  const parts = Object.fromEntries(
    ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"].flatMap((name) => {
      const part = (response as unknown as Record<string, unknown>)[name];
      return part instanceof ArrayBuffer ? [[name, text(part)]] : [];
    }),
  );
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response: parts, clientExtensionResults: {} };
}

/** The device's answer, or a sentence: it was cancelled, took too long, or has no passkey for this place. */
async function asked(question: Promise<Credential | null>): Promise<object> {
  const given = await question.catch(() => null);
  if (!given) throw new Error(say("enter.noKey"));
  return answer(given as PublicKeyCredential);
}

export const canPasskeys = (): boolean => "PublicKeyCredential" in window && Boolean(navigator.credentials);

export async function addPasskey(name: string, password: string): Promise<Account> {
  const { ticket, options } = await call<Question>("/api/me/passkeys/wish", "POST", { password });
  const user = options.user as { id: string };
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: named(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const credential = await asked(navigator.credentials.create({ publicKey }));
  return call<Account>("/api/me/passkeys", "POST", { ticket, credential, name });
}

export async function enterByPasskey(): Promise<Me> {
  const { ticket, options } = await call<Question>("/api/me/passkeys/ask", "POST", {});
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: named(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const credential = await asked(navigator.credentials.get({ publicKey }));
  return call<Me>("/api/me/passkeys/enter", "POST", { ticket, credential });
}
