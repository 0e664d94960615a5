/** The user or the browser cancelled. */
export class GaveUp extends Error {}

const bytes = (text: unknown): Uint8Array<ArrayBuffer> => {
  const plain = atob(String(text).replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
};

const text = (buffer: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

interface Named {
  id: string;
  type: "public-key";
}

const named = (list: unknown): PublicKeyCredentialDescriptor[] => ((list ?? []) as Named[]).map(({ id, type }) => ({ id: bytes(id), type }));

/** Returns whether passkeys for a site work on this page. */
export const hasPasskeys = (site: string | null): boolean =>
  site !== null && (location.hostname === site || location.hostname.endsWith(`.${site}`)) && typeof PublicKeyCredential === "function";

/** Creates a passkey with the server's options and serialises it like `toJSON`; throws [`GaveUp`]. */
export async function drawn(asked: unknown): Promise<unknown> {
  const options = asked as PublicKeyCredentialCreationOptionsJSON;
  const made = await granted(
    navigator.credentials.create({
      publicKey: {
        rp: options.rp,
        user: { ...options.user, id: bytes(options.user.id) },
        challenge: bytes(options.challenge),
        pubKeyCredParams: options.pubKeyCredParams as PublicKeyCredentialParameters[],
        timeout: options.timeout ?? 300_000,
        excludeCredentials: named(options.excludeCredentials),
        authenticatorSelection: options.authenticatorSelection as AuthenticatorSelectionCriteria,
        attestation: "none",
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    extensions: {},
    response: { attestationObject: text(response.attestationObject), clientDataJSON: text(response.clientDataJSON), transports: response.getTransports?.() ?? [] },
  };
}

/** Requests a passkey with the server's options and serialises it like `toJSON`; throws [`GaveUp`]. */
export async function shown(asked: unknown): Promise<unknown> {
  const options = asked as PublicKeyCredentialRequestOptionsJSON;
  const answer = await granted(
    navigator.credentials.get({
      publicKey: {
        challenge: bytes(options.challenge),
        timeout: options.timeout ?? 300_000,
        ...(options.rpId === undefined ? {} : { rpId: options.rpId }),
        allowCredentials: named(options.allowCredentials),
        userVerification: "required",
      },
    }),
  );
  const response = answer.response as AuthenticatorAssertionResponse;
  return {
    id: answer.id,
    rawId: text(answer.rawId),
    type: answer.type,
    extensions: {},
    response: {
      authenticatorData: text(response.authenticatorData),
      clientDataJSON: text(response.clientDataJSON),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}

async function granted(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  let answer: Credential | null;
  try {
    answer = await asked;
  } catch (thrown) {
    throw new GaveUp(String(thrown));
  }
  if (!answer) throw new GaveUp("no passkey was selected");
  return answer as PublicKeyCredential;
}
