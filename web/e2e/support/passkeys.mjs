/** Gives a person's browser a device that keeps passkeys, and whose lock its holder opens; `verified` is whether they do. */
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
    /** Returns the passkeys that it keeps. */
    passkeys: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    /** Takes a passkey over from another device, as those do that keep them together. */
    take: (credential) => session.send("WebAuthn.addCredential", { authenticatorId, credential }),
  };
}
