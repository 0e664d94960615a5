// A boardgame.io server with a minimal game, in which moves only pass the turn. Games are stored in memory.
'use strict';

const { Server } = require('boardgame.io/server');

const turns = {
  name: 'turns',
  setup: () => ({}),
  moves: { go: () => {} },
  turn: { minMoves: 1, maxMoves: 1 },
  minPlayers: 2,
  maxPlayers: 2,
  // An undo history would make every message longer.
  disableUndo: true,
};

const server = Server({ games: [turns], origins: [] });
server.run({ port: 0 }).then(({ appServer }) => {
  console.log(`boardgame.io is ready on http://localhost:${appServer.address().port}`);
});
