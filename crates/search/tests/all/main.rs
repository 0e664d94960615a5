mod behaviour;
mod equality;
mod minimax;
mod quiet_limits;
mod real_game;
mod short_wins;
mod skirmish;
