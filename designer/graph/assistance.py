"""Assistance: whether a stage ends at a service park. Nobody else decides it: checks, races and texts ask here.

Source: 110%, "Choosing your Dashboard tires" (what assistance allows); which tiles make it is assumed, after the
official layouts.
"""

from __future__ import annotations

from designer.design.stage import Stage
from designer.graph import route as routes
from designer.graph import stage_graph


def has_assistance(stage: Stage) -> bool:
    """Whether a stage ends at a service park: tile 201 whose road joins that of the finish tile which is driven to.

    A service park that lies elsewhere, or beside the finish without a road between, helps nobody; a circuit has no
    end where it could lie.

    >>> has_assistance(Stage())
    False
    """
    graph = stage_graph.build(stage)
    route = routes.build(graph)
    if route.kind != "stage" or route.finish is None:
        return False
    return any(graph.side(other).role == "assistance" for other in graph.graph[route.finish])
