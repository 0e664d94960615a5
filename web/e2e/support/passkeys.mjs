/** Adds a virtual authenticator to a person's browser; `verified` is whether user verification succeeds. */
export async function device(person, verified = true) {
  const session = await person.context.newCDPSession(person.page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verified,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the user passes verification. */
    verify: (isUserVerified) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    /** Returns the stored passkeys. */
    passkeys: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    /** Adds a passkey of another authenticator, as synchronised devices do. */
    take: (credential) => session.send("WebAuthn.addCredential", { authenticatorId, credential }),
  };
}
