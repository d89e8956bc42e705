#!/bin/sh
# The shortest bot in another language: always the first move.
#
#     tavola bot run exec:./bot.sh --game 421 --against house

while read -r question; do
  echo 0
done
